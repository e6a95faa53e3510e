import * as z from "zod";
import { transactionStatuses, transactionTypes } from "../../../core/domain/order.js";
import { SUCCESS_CODE } from "../../../core/facts/codes.js";
import { currencySchema, statusSchema } from "../../../core/scenario/values/schema-parts.js";
import { text, wholeSchema as whole } from "../../../lane/views/schemas/schema-parts.js";
import { tokenFields } from "../../../lane/views/schemas/token-schema.js";
import { type AnswerShape, exampleOrders } from "./endpoint.js";
import type { OrderShape } from "./project.js";

// Schemas of the payment API's answers, for the OpenAPI document and the tests. The server doesn't use them to
// answer.

const money = (description: string, example = 50) =>
  z.number().meta({ description: `${description}; printed with two decimals`, examples: [example] });
const instant = (description: string) => text(`${description} (ISO 8601, in UTC)`, "2026-01-05T02:00:00.000+00:00");

const currency = currencySchema.describe("its currency");
const status = statusSchema.meta({ description: "the order's status" });

/** Common members of every order in an answer (spec 4.6). */
const directOrder = z.strictObject({
  id: whole("the id to pass as orderId in later calls", 1000001),
  merchantReference: text("the merchant's own id of the order", "A-1"),
  currency,
  status,
  amount: money("the amount to pay"),
  createTime: instant("when it was created"),
  updateTime: instant("when it last changed"),
});

const netAmountSchema = (example: number) =>
  money("the merchant's net income: paid minus refunded, 0 once voided", example);

const order = directOrder.extend({
  merchantId: whole("the merchant that it belongs to", 3),
  netAmount: netAmountSchema(50),
  recurring: z.boolean().meta({ description: "whether recurring charges are allowed", examples: [false] }),
});

/** Members that only some answers have, and only once they are known. */
const someOrders = {
  cardType: text("the card brand or wallet that paid; absent before the first payment", "VISA").optional(),
  email: text("the shopper's email address; empty if unknown", "").optional(),
  issuerCountryCode: text("the country that issued the card", "HK").optional(),
} as const satisfies Record<keyof OrderShape, z.ZodType>;

const transactionType = z.enum(transactionTypes);

const transaction = z.strictObject({
  id: whole("the transaction's id", 2000001),
  merchantId: whole("the merchant that it belongs to", 3),
  type: transactionType,
  amount: money("the amount that was moved"),
  currency,
  status: z.enum(transactionStatuses),
  maskedPan: text("the card's first six digits and last four; empty for wallets", "470598XXXXXX8101"),
  stan: text("the system trace audit number, six digits", "000001"),
});

const wechatOrder = z
  .record(z.string(), z.string())
  .meta({ description: "the data that the app passes to WeChat's SDK", examples: [{ appId: "wx…", prepayId: "wx…" }] });

const texts: Readonly<Record<string, z.ZodString>> = {
  checkoutUrl: text("the page to which the shop sends the shopper", "http://localhost:4655/checkout/…"),
  data: text("the same page; clients read this member", "http://localhost:4655/card-entry/…"),
  alipayData: text("the data that the app passes to Alipay's SDK", "app_id=2…"),
};

/** A refusal, or a decline. Without the pattern, a generated client that tries this first takes a success for it, and drops its order. */
export const paymentRefusalSchema = z.strictObject({
  responseCode: z
    .string()
    .regex(/[^0]/)
    .meta({ description: "the kind of refusal or decline", examples: ["2001"] }),
  message: text("the reason, as a sentence", "order not found"),
});

/** The members of an endpoint's successful answer. */
export function successSchema({ exampleStatus = "OPEN", ...shape }: AnswerShape) {
  const { netAmount, type } = exampleOrders[exampleStatus];
  const shown = { status: status.meta({ examples: [exampleStatus] }) };
  return z.strictObject({
    responseCode: z.literal(SUCCESS_CODE),
    ...(shape.message && { message: z.literal(shape.message) }),
    ...Object.fromEntries((shape.texts ?? []).map(textMember)),
    ...(shape.wechat && { wechatOrder: wechatOrder.optional() }),
    ...(shape.order === "direct" && { order: directOrder.extend(shown) }),
    ...(shape.order &&
      shape.order !== "direct" && {
        order: orderSchema(shape.order).extend({ ...shown, netAmount: netAmountSchema(netAmount) }),
      }),
    ...(shape.transaction && { transaction: transaction.extend({ type: transactionType.meta({ examples: [type] }) }) }),
    ...(shape.tokens && { list: z.array(z.strictObject(tokenFields)) }),
  });
}

function textMember(name: string): readonly [string, z.ZodType] {
  const bare = name.replace(/\?$/, "");
  const schema = texts[bare];
  if (!schema) throw new Error(`expected a description of ${bare}`);
  return [bare, name === bare ? schema : schema.optional()];
}

const orderSchema = (shape: OrderShape) =>
  order.extend(
    Object.fromEntries(Object.entries(someOrders).filter(([name]) => shape[name as keyof OrderShape] === true)),
  );

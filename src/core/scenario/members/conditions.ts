import * as z from "zod";
import { cardBrands } from "../../facts/cards.js";
import { directNames } from "../../facts/direct.js";
import { paymentMethods, wallets } from "../../facts/methods.js";
import { amountConditionSchema, compileAmount } from "../values/amount.js";
import { fault, similar } from "../values/issues.js";
import { isOperation, type Operation, operations } from "../values/operations.js";
import { compileGlob, compilePattern } from "../values/pattern.js";
import { named } from "../values/public-schemas.js";
import { currencySchema, idSchema, patternSchema, statusSchema } from "../values/schema-parts.js";
import type { Subject } from "../values/subject.js";
import { zodShapeOf } from "./member.js";

/** Card brands, and wallets by their methods. */
const cardTypes = [...cardBrands, ...wallets, ...directNames];

/** Any string for TypeScript, because `*` may be anywhere in it. Editors suggest the known names. */
type OperationPattern = Operation | (string & {});

export const operationSchema: z.ZodType<OperationPattern, OperationPattern> = named(
  "OperationPattern",
  z
    .string()
    .min(1)
    .refine((text) => !text.startsWith("/"), { error: "the path without its first slash", abort: true })
    .superRefine((text, check) => {
      if (!isOperation(text))
        check.addIssue(fault(`no operation is called ${JSON.stringify(text)}`, similar(text, operations)));
    })
    .meta({ examples: [...operations] })
    .describe(
      "the path without its first slash, * allowed; also the pages' checkout/open, checkout/pay, checkout/cancel, card-entry/save, card-entry/cancel",
    ),
);

/** A condition on a call, as one object. */
interface Condition<S extends z.ZodType> {
  readonly schema: S;
  readonly about?: string;
  /** Its subject in a sentence about a rule: "the amount" is above 10. */
  readonly called: string;
  /** True if it is cheap to test and matches few calls. Such conditions are tested first. */
  readonly isSharp: boolean;
  /** The call's value, as reports show it. */
  readonly actual: (subject: Subject) => unknown;
  /** Tests a call. Compiled once a rule. */
  readonly test: (wanted: z.output<S>) => (subject: Subject) => boolean;
  /** If the sentence isn't "<called> is <value>". */
  readonly sentence?: (wanted: z.output<S>) => string;
}
const condition = <S extends z.ZodType>(one: Condition<S>): Condition<S> => one;

type Texts = "merchantId" | "merchantReference" | "userId" | "reason";

/** A text with *, or a /regex/. */
const pattern = (member: Texts, called: string, about: string) =>
  condition({
    schema: patternSchema,
    about,
    called,
    isSharp: false,
    actual: (subject) => subject[member],
    test: (wanted) => {
      const fits = compilePattern(wanted, { ignoreCase: member === "userId" });
      return (subject) => {
        const text = subject[member];
        return text !== undefined && fits(text);
      };
    },
  });

/** One value. */
const exact = <S extends z.ZodType>(schema: S, member: keyof Subject, called: string, about: string) =>
  condition({
    schema,
    about,
    called,
    isSharp: true,
    actual: (subject) => subject[member],
    test: (wanted) => (subject) => subject[member] === wanted,
  });

/** Each condition of a `when`. To add one, add its row, and the operations that can meet it to `carried.ts`. */
export const conditions = {
  operation: condition({
    schema: operationSchema,
    called: "the operation",
    isSharp: true,
    actual: ({ operation }) => operation,
    // Operations can't use `/regex/`: only `*` is special in them.
    test: (wanted) => {
      const fits = compileGlob(wanted);
      return ({ operation }) => fits(operation);
    },
  }),
  merchantId: pattern("merchantId", "the merchant", "the calling merchant's id; text with *, or /regex/"),
  merchantReference: pattern("merchantReference", "the reference", "the order's reference; text with *, or /regex/"),
  userId: pattern("userId", "the user", "the merchant's user; text with *, or /regex/; case is ignored"),
  reason: pattern("reason", "the reason", "the reason of a recurring payment; text with *, or /regex/"),
  amount: condition({
    schema: amountConditionSchema,
    about: "in the currency's main unit",
    called: "the amount",
    isSharp: true,
    actual: ({ amountMinor }) => (amountMinor === undefined ? undefined : amountMinor / 100),
    test: (wanted) => {
      const fits = compileAmount(wanted);
      return ({ amountMinor }) => amountMinor !== undefined && fits(amountMinor);
    },
  }),
  currency: exact(currencySchema, "currency", "the currency", "the order's currency"),
  tokenId: exact(idSchema, "tokenId", "the token", "the stored card that is charged or deleted"),
  orderId: exact(idSchema, "orderId", "the order", "the id of the call's order"),
  cardType: exact(z.enum(cardTypes), "cardType", "the card type", "the card's brand, or the wallet that paid"),
  paymentMethod: exact(
    z.enum([...paymentMethods, ...directNames]),
    "paymentMethod",
    "the payment method",
    "how the shopper pays; ALIPAY and WECHAT are the wallets of direct/sale",
  ),
  isRecurring: condition({
    schema: z.boolean(),
    about: "whether the order can be charged again, or is such a charge",
    called: "the order",
    isSharp: true,
    actual: ({ isRecurring }) => isRecurring,
    test: (wanted) => (subject) => (subject.isRecurring ?? false) === wanted,
    sentence: (wanted) => `the order is ${wanted ? "" : "not "}recurring`,
  }),
  orderStatus: exact(statusSchema, "orderStatus", "the order's status", "the order's status before the call"),
};

export const whenMembers = zodShapeOf(conditions);

export const whenSchema = named("When", z.strictObject(whenMembers).describe("All members must match."));
export type When = z.output<typeof whenSchema>;

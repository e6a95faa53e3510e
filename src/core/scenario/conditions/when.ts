import * as z from "zod";
import { cardBrands } from "../../facts/cards.js";
import { directNames } from "../../facts/direct.js";
import { paymentMethods, wallets } from "../../facts/methods.js";
import { amountConditionSchema } from "../values/amount-schema.js";
import { type Described, fault } from "../values/issues.js";
import { isOperation, type Operation, ofTesters, operations } from "../values/operations.js";
import { named } from "../values/public-schemas.js";
import { currencySchema, idSchema, patternSchema, statusSchema } from "../values/schema-parts.js";
import { similar } from "../values/similar.js";

/** Card brands, and wallets by their methods. */
const cardTypes = [...cardBrands, ...wallets, ...directNames];

/** Every operation, and the last part of each in all groups. */
const known = [...operations, ...ofTesters];
const names = [...known, ...new Set(known.map((name) => name.replace(/^.*\//, "*/")))];

/** The operation that a text probably means, or else those of its group. The last part of a path alone means it in each group. */
export function similarOperation(text: string): Pick<Described, "didYouMean" | "expected"> {
  const isPath = text.includes("/") || operations.some((name) => name.startsWith(`${text}/`));
  const wanted = isPath ? text : `*/${text}`;
  const meant = isOperation(wanted) ? { didYouMean: wanted } : similar(wanted, names);
  if (meant.didYouMean !== undefined) return meant;
  const group = operations.filter((name) => name.startsWith(`${wanted.split("/")[0]}/`));
  return { expected: `one of ${(group.length > 0 ? group : operations).join(", ")}` };
}

/** Any string for TypeScript, because `*` may be anywhere in it. Editors suggest the known names. */
type OperationPattern = Operation | (string & {});

export const operationSchema: z.ZodType<OperationPattern, OperationPattern> = named(
  "OperationPattern",
  z
    .string()
    .min(1, { abort: true })
    .refine((text) => !text.startsWith("/"), { error: "the path without its first slash", abort: true })
    .superRefine((text, check) => {
      if (!isOperation(text))
        check.addIssue(fault(`no operation is called ${JSON.stringify(text)}`, similarOperation(text)));
    })
    .meta({ examples: [...operations] })
    .describe(
      "the path without its first slash, * allowed; also the pages' checkout/open, checkout/pay, checkout/cancel, card-entry/save, card-entry/cancel",
    ),
);

/**
 * The members of a `when`. To add one, add its row, its test to `conditions.ts`, and the operations that can meet it to
 * `operations.ts`. Tests and schemas are apart, so that a start needs no schemas of scenarios: a tenth of it in process.
 */
export const whenMembers = {
  operation: operationSchema.optional(),
  merchantId: patternSchema.optional().describe("the calling merchant's id; text with *, or /regex/"),
  merchantReference: patternSchema.optional().describe("the order's reference; text with *, or /regex/"),
  userId: patternSchema.optional().describe("the merchant's user; text with *, or /regex/; case is ignored"),
  reason: patternSchema.optional().describe("the reason of a recurring payment; text with *, or /regex/"),
  amount: amountConditionSchema.optional().describe("in the currency's main unit"),
  currency: currencySchema.optional().describe("the order's currency"),
  tokenId: idSchema.optional().describe("the stored card that is charged or deleted"),
  orderId: idSchema.optional().describe("the id of the call's order"),
  cardType: z.enum(cardTypes).optional().describe("the card's brand, or the wallet that paid"),
  paymentMethod: z
    .enum([...paymentMethods, ...directNames])
    .optional()
    .describe("how the shopper pays; ALIPAY and WECHAT are the wallets of direct/sale"),
  isRecurring: z.boolean().optional().describe("whether the order can be charged again, or is such a charge"),
  orderStatus: statusSchema.optional().describe("the order's status before the call"),
};

export const whenSchema = named("When", z.strictObject(whenMembers).describe("All members must match."));
export type When = z.output<typeof whenSchema>;

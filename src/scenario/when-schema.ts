import * as z from "zod";
import { cardBrands } from "../facts/cards.js";
import { directNames } from "../facts/direct.js";
import { paymentMethods, wallets } from "../facts/methods.js";
import { fault, similar } from "./issues.js";
import { isOperation, type Operation, operations } from "./operations.js";
import { named } from "./public-schemas.js";
import { amountSchema, currencySchema, idSchema, patternSchema, someMember, statusSchema } from "./schema-parts.js";

/** Card brands, and wallets by their methods. */
const cardTypes = [...cardBrands, ...wallets, ...directNames];

const amountComparisons = named(
  "AmountComparison",
  z
    .strictObject({
      lt: amountSchema.optional().describe("less than"),
      lte: amountSchema.optional().describe("at most"),
      gt: amountSchema.optional().describe("more than"),
      gte: amountSchema.optional().describe("at least"),
      ne: amountSchema.optional().describe("not equal to"),
      endsWith: z
        .union([z.string().regex(/^\d*\.?\d+$/, { abort: true }), z.number().min(0)], { error: 'digits such as ".13"' })
        .transform((tail) => (typeof tail === "string" ? tail : Number.isInteger(tail) ? String(tail) : fraction(tail)))
        .pipe(z.string())
        .optional()
        .describe("the end of the amount when printed with two decimals, such as .13"),
    })
    .refine(someMember, { error: "at least one of lt, lte, gt, gte, ne, endsWith" }),
);

/** YAML reads .13 as the number 0.13. */
const fraction = (tail: number): string => tail.toFixed(2).replace(/^0\./, ".");

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

/** All given members must match. */
export const whenMembers = {
  operation: operationSchema.optional(),
  merchantId: patternSchema.optional().describe("the calling merchant's id; text with *, or /regex/"),
  merchantReference: patternSchema.optional().describe("the order's reference; text with *, or /regex/"),
  userId: patternSchema.optional().describe("the merchant's user; text with *, or /regex/; case is ignored"),
  reason: patternSchema.optional().describe("the reason of a recurring payment; text with *, or /regex/"),
  amount: z
    .union([amountSchema, amountComparisons], { error: "an amount such as 50.00, or {lt, lte, gt, gte, ne, endsWith}" })
    .optional()
    .describe("in the currency's main unit"),
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
} as const;

export const whenSchema = named("When", z.strictObject(whenMembers).describe("All members must match."));
export type When = z.output<typeof whenSchema>;

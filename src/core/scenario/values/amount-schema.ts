import * as z from "zod";
import { named } from "./public-schemas.js";
import { amountSchema, someMember } from "./schema-parts.js";

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

export const amountConditionSchema = z.union([amountSchema, amountComparisons], {
  error: "{lt, lte, gt, gte, ne, endsWith}, or an amount such as 50.00",
});
export type AmountClause = z.output<typeof amountConditionSchema>;

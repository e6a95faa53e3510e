import * as z from "zod";
import { formatAmount, type MinorUnits, minorUnitsOf } from "../../domain/money.js";
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
  error: "an amount such as 50.00, or {lt, lte, gt, gte, ne, endsWith}",
});
type AmountClause = z.output<typeof amountConditionSchema>;

/** Minor units of an amount that passed a schema. Throws if it has more than two decimals. */
export function toMinor(amount: number): MinorUnits {
  const minor = minorUnitsOf(amount);
  if (minor === undefined) throw new Error(`expected an amount with at most two decimals, found ${amount}`);
  return minor;
}

/** A test for an amount in minor units. */
export function compileAmount(clause: AmountClause): (minor: MinorUnits) => boolean {
  const { low, high } = bounds(clause);
  // A plain number has neither member.
  const { ne, endsWith: tail } = clause as Exclude<AmountClause, number>;
  const not = ne === undefined ? undefined : toMinor(ne);
  return (minor) =>
    minor >= low && minor <= high && minor !== not && (tail === undefined || formatAmount(minor).endsWith(tail));
}

/** The smallest and largest amounts that the comparisons allow, in minor units. */
export function bounds(clause: AmountClause): { low: number; high: number } {
  if (typeof clause === "number") return { low: toMinor(clause), high: toMinor(clause) };
  const above = clause.gt === undefined ? Number.NEGATIVE_INFINITY : toMinor(clause.gt) + 1;
  const from = clause.gte === undefined ? Number.NEGATIVE_INFINITY : toMinor(clause.gte);
  const below = clause.lt === undefined ? Number.POSITIVE_INFINITY : toMinor(clause.lt) - 1;
  const upTo = clause.lte === undefined ? Number.POSITIVE_INFINITY : toMinor(clause.lte);
  return { low: Math.max(above, from), high: Math.min(below, upTo) };
}

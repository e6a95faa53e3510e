import { formatAmount } from "../domain/money.js";
import type { When } from "./rule.js";

/** Minor units of a decimal amount; NaN when it has more than two decimals. */
export function toMinor(amount: number): number {
  const minor = Math.round(amount * 100);
  return Math.abs(amount * 100 - minor) < 1e-6 ? minor : Number.NaN;
}

type AmountClause = NonNullable<When["amount"]>;

/** A test for an amount in minor units. */
export function compileAmount(clause: AmountClause): (minor: number) => boolean {
  if (typeof clause === "number") {
    const wanted = toMinor(clause);
    return (minor) => minor === wanted;
  }
  const { low, high } = bounds(clause);
  const not = clause.ne === undefined ? undefined : toMinor(clause.ne);
  const tail = clause.endsWith;
  return (minor) =>
    minor >= low && minor <= high && minor !== not && (tail === undefined || formatAmount(minor).endsWith(tail));
}

/** The smallest and the largest amount that the comparisons let through, in minor units. */
export function bounds(clause: AmountClause): { low: number; high: number } {
  if (typeof clause === "number") return { low: toMinor(clause), high: toMinor(clause) };
  const above = clause.gt === undefined ? Number.NEGATIVE_INFINITY : toMinor(clause.gt) + 1;
  const from = clause.gte === undefined ? Number.NEGATIVE_INFINITY : toMinor(clause.gte);
  const below = clause.lt === undefined ? Number.POSITIVE_INFINITY : toMinor(clause.lt) - 1;
  const upTo = clause.lte === undefined ? Number.POSITIVE_INFINITY : toMinor(clause.lte);
  return { low: Math.max(above, from), high: Math.min(below, upTo) };
}

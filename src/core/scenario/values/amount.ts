import { formatAmount, type MinorUnits, minorUnitsOf } from "../../domain/money.js";
import type { AmountClause } from "./amount-schema.js";

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

import { minorUnits } from "../../domain/money.js";
import { fitOf } from "../rule/fit.js";
import type { Rule, Then, When } from "../rule/rule.js";
import { bounds, compileAmount } from "../values/amount.js";
import { durationMs } from "../values/duration.js";
import { operations } from "../values/operations.js";
import { compileGlob } from "../values/pattern.js";
import { isRegex } from "../values/pattern-cost.js";
import { operationsNamedBy } from "./carried.js";

/**
 * True if `other` fires whenever `rule` could, so that `rule` never fires. `isEarlier`: `other` is tried first.
 * Returns false if it can't prove this.
 */
export function covers(other: Rule, rule: Rule, isEarlier: boolean): boolean {
  const early = isBeforeParse(other);
  const inTime = early === isBeforeParse(rule) ? isEarlier : early;
  const isMore =
    inTime && isUnlimited(other) && outlasts(other, rule) && matchesMore(other.when ?? {}, rule.when ?? {});
  return isMore && fitsMore(other.then, rule);
}

/** True if the effects can act on each operation on which those of the rule can. */
function fitsMore(then: Then, rule: Rule): boolean {
  const [fit, own, named] = [fitOf(then), fitOf(rule.then), operationsNamedBy(rule.when?.operation)];
  if (!fit || (!own && named.length === 0)) return !fit;
  return (named.length > 0 ? named : operations).every((name) => own?.holds(name) === false || fit.holds(name));
}

export const isBeforeParse = (rule: Rule): boolean => rule.then.placed === "before-parse";

export const isUnlimited = ({ times, after = 0, chance = 1 }: Rule): boolean =>
  times === undefined && after === 0 && chance === 1;

/** True if the first stops at the same time as the second, or later. */
function outlasts(other: Rule, rule: Rule): boolean {
  if (other.until === undefined) return true;
  if (rule.until === undefined) return false;
  const [a, b] = [durationMs(other.until), durationMs(rule.until)];
  if (a !== undefined && b !== undefined) return a >= b;
  if (a !== undefined || b !== undefined) return false;
  return Date.parse(String(other.until)) >= Date.parse(String(rule.until));
}

/** True if the narrow `when` implies each clause of the wide one. */
const matchesMore = (wide: When, narrow: When): boolean =>
  (Object.keys(wide) as (keyof When)[]).every((member) => wide[member] === undefined || follows(member, wide, narrow));

function follows(member: keyof When, wide: When, narrow: When): boolean {
  const [outer, inner] = [wide[member], narrow[member]];
  if (inner === undefined) return member === "operation" && outer === "*";
  if (member === "amount") return amountFollows(wide.amount as Amount, narrow.amount as Amount);
  if (outer === inner) return true;
  return typeof outer === "string" && typeof inner === "string" && textFollows(outer, inner);
}

type Amount = NonNullable<When["amount"]>;

function amountFollows(outer: Amount, inner: Amount): boolean {
  const [o, i] = [bounds(outer), bounds(inner)];
  if (i.low === i.high) return compileAmount(outer)(minorUnits(i.low));
  const isPlain = typeof outer === "object" && outer.ne === undefined && outer.endsWith === undefined;
  return isPlain ? o.low <= i.low && i.high <= o.high : JSON.stringify(outer) === JSON.stringify(inner);
}

/**
 * A star in the narrow pattern can stand for any text, so only a star of the wide pattern covers it. A regex covers
 * only the same regex.
 */
function textFollows(outer: string, inner: string): boolean {
  const star = outer.indexOf("*");
  // Most patterns differ before the first star, and comparing is cheaper than compiling.
  if (star === -1 || !inner.startsWith(outer.slice(0, star))) return false;
  return !isRegex(outer) && !isRegex(inner) && compileGlob(outer)(inner);
}

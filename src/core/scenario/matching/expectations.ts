import { distance } from "fastest-levenshtein";
import type { Expectation } from "../rule/rule.js";
import { toMinor } from "../values/amount.js";
import { onlyReads } from "../values/operations.js";
import { compilePattern } from "../values/pattern.js";
import { plural } from "../values/plural.js";
import type { Subject } from "../values/subject.js";
import { compileWhen, type Test } from "./match.js";

export interface ObservedCall extends Subject {
  readonly requestId: string;
  readonly responseCode?: string | undefined;
}
export interface OrderFact {
  readonly id: number;
  readonly merchantId: number;
  readonly merchantReference: string;
  readonly status: string;
  /** In the currency's main unit. */
  readonly netAmount: number;
}
export interface ObservedNotification {
  readonly merchantReference: string;
  readonly acknowledged: boolean;
  readonly attempts: number;
  /** Why the last attempt failed, if the shop has not acknowledged it. */
  readonly why?: string | undefined;
}
export interface RuleFact {
  readonly name: string;
  readonly fired: number;
}

/** A lane's state at the end, for checking expectations. */
export interface Facts {
  readonly calls: readonly ObservedCall[];
  /** How many older calls the journal has dropped, so that their contents are unknown. */
  readonly droppedCalls?: number | undefined;
  readonly orders: readonly OrderFact[];
  readonly notifications: readonly ObservedNotification[];
  readonly rules: readonly RuleFact[];
}

export interface UnmetExpectation {
  readonly clause: Expectation;
  readonly expected: string;
  readonly actual: string;
  /** At most three facts that come closest. */
  readonly nearest: readonly unknown[];
}
export interface ExpectationResult {
  readonly passed: boolean;
  readonly failures: readonly UnmetExpectation[];
}

/** True if the lane has no such call, order or notification at all: the expectation may be of another lane's test. */
export const foundNothing = ({ actual }: UnmetExpectation): boolean => /^(no|0) /.test(actual);

/** Checks each expectation against the facts. */
export function checkExpectations(expectations: readonly Expectation[], facts: Facts): ExpectationResult {
  const failures = expectations.flatMap((clause) => {
    const unmet = checkOne(clause, facts);
    return unmet ? [{ clause, ...unmet }] : [];
  });
  return { passed: failures.length === 0, failures };
}

type Unmet = Omit<UnmetExpectation, "clause">;

function checkOne({ calls, order, notification, rule }: Expectation, facts: Facts): Unmet | undefined {
  if (calls) return checkCalls(calls, facts);
  if (order) return checkOrder(order, facts);
  if (notification) return checkNotification(notification, facts);
  if (rule) return checkRule(rule, facts.rules);
  return undefined;
}

type CountClause = number | { min?: number | undefined; max?: number | undefined };

/** True if the number equals the exact one, or is within the limits. */
export const countHolds = (clause: CountClause, n: number): boolean =>
  typeof clause === "number" ? n === clause : n >= (clause.min ?? 0) && n <= (clause.max ?? Number.POSITIVE_INFINITY);

function countText(clause: CountClause): string {
  if (typeof clause === "number") return String(clause);
  const { min, max } = clause;
  if (min === undefined) return `at most ${max}`;
  if (max === undefined) return `at least ${min}`;
  return min === max ? String(min) : `${min} to ${max}`;
}

function checkCalls(clause: NonNullable<Expectation["calls"]>, { calls, droppedCalls = 0 }: Facts): Unmet | undefined {
  const { count, ...which } = clause;
  const { responseCode, ...when } = which;
  const answered = responseCode === undefined ? undefined : compilePattern(responseCode);
  const tests = compileWhen(when);
  const matching = calls.filter((call) => tests.every(({ holds }) => holds(call)));
  const found = answered ? matching.filter((call) => answered(call.responseCode ?? "")) : matching;
  // If calls were dropped, only an "at least" is certain.
  if (countHolds(count, found.length) && (droppedCalls === 0 || isLowerBound(count))) return undefined;
  const dropped =
    droppedCalls === 0 ? "" : `, and ${plural(droppedCalls, "older call")} that the journal dropped (--journal-bytes)`;
  return {
    expected: `${plural(countText(count), "call")} of ${JSON.stringify(which)}`,
    actual: `${plural(found.length, "call")}${dropped}`,
    nearest: matching.length > 0 ? (found.length > 0 ? found : matching).slice(-3) : nearestCalls(calls, tests),
  };
}

const isLowerBound = (count: CountClause): boolean => typeof count === "object" && count.max === undefined;

/** Calls of the same operation come first, then those that match the most clauses. */
function nearestCalls(calls: readonly ObservedCall[], tests: readonly Test[]): readonly ObservedCall[] {
  const score = (call: ObservedCall) =>
    tests.reduce((sum, { member, holds }) => sum + (holds(call) ? (member === "operation" ? 100 : 1) : 0), 0);
  return top(calls, (call) => -score(call));
}

function checkOrder(clause: NonNullable<Expectation["order"]>, { orders, calls }: Facts): Unmet | undefined {
  const { merchantReference, orderId, status, netAmount } = clause;
  const named = merchantReference === undefined ? undefined : compilePattern(merchantReference);
  const found = orders.filter(
    (order) => (named?.(order.merchantReference) ?? true) && (orderId ?? order.id) === order.id,
  );
  const wrong = found.filter(
    (order) =>
      (status !== undefined && order.status !== status) ||
      (netAmount !== undefined && toMinor(order.netAmount) !== toMinor(netAmount)),
  );
  if (found.length > 0 && wrong.length === 0) return undefined;
  const told = [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(netAmount === undefined ? [] : [`netAmount ${netAmount.toFixed(2)}`]),
  ].join(" and ");
  return {
    expected: `order ${merchantReference ?? orderId}${told && ` with ${told}`}`,
    actual: wrong[0] ? `status ${wrong[0].status}, netAmount ${wrong[0].netAmount.toFixed(2)}` : "no such order",
    nearest: wrong.length > 0 ? wrong.slice(0, 3) : nearestNamed(orders, merchantReference ?? String(orderId), calls),
  };
}

/** All notifications of one reference count as one. Copies made by a rule, resends and retries are its attempts. */
function checkNotification(
  clause: NonNullable<Expectation["notification"]>,
  { notifications, calls }: Facts,
): Unmet | undefined {
  const fits = compilePattern(clause.merchantReference);
  const groups = Object.values(Object.groupBy(notifications, ({ merchantReference }) => merchantReference))
    .map((group) => merged(group as [ObservedNotification, ...ObservedNotification[]]))
    .filter(({ merchantReference }) => fits(merchantReference));
  const { merchantReference, acknowledged, attempts } = clause;
  const wrong = groups.filter(
    (fact) =>
      fact.acknowledged !== (acknowledged ?? fact.acknowledged) ||
      !countHolds(attempts ?? fact.attempts, fact.attempts),
  );
  if (wrong.length === 0 && (groups.length > 0 || mayBeNone(clause))) return undefined;
  const wanted = [
    ...(acknowledged === undefined ? [] : [acknowledged ? "acknowledged" : "not acknowledged"]),
    ...(attempts === undefined ? [] : [plural(countText(attempts), "attempt")]),
  ];
  const [bad] = wrong;
  return {
    expected: `notification of ${merchantReference}${wanted.length > 0 ? `: ${wanted.join(", ")}` : ""}`,
    actual: bad
      ? `${bad.acknowledged ? "" : "not "}acknowledged, ${plural(bad.attempts, "attempt")}${bad.why === undefined ? "" : `; the last failed: ${bad.why}`}`
      : "no notification",
    nearest: groups.length > 0 ? wrong.slice(0, 3) : nearestNamed(notifications, merchantReference, calls),
  };
}

/** True if the attempts may be 0. What was not acknowledged must be there, or a misspelt reference would meet `acknowledged: false`. */
const mayBeNone = ({ acknowledged, attempts }: NonNullable<Expectation["notification"]>): boolean =>
  attempts !== undefined &&
  countHolds(attempts, 0) &&
  (acknowledged === undefined || (!acknowledged && !countHolds(attempts, 1)));

function merged(group: readonly [ObservedNotification, ...ObservedNotification[]]): ObservedNotification {
  const acknowledged = group.some((one) => one.acknowledged);
  const why = acknowledged ? undefined : group.findLast((one) => one.why !== undefined)?.why;
  return {
    merchantReference: group[0].merchantReference,
    acknowledged,
    attempts: group.reduce((sum, { attempts }) => sum + attempts, 0),
    ...(why !== undefined && { why }),
  };
}

function checkRule({ name, fired }: NonNullable<Expectation["rule"]>, rules: readonly RuleFact[]): Unmet | undefined {
  const found = rules.filter((rule) => rule.name === name);
  const times = found.reduce((sum, rule) => sum + rule.fired, 0);
  if (found.length > 0 && countHolds(fired, times)) return undefined;
  return {
    expected: `rule "${name}" fired ${plural(countText(fired), "time")}`,
    actual: found.length > 0 ? `fired ${plural(times, "time")}` : "no such rule",
    nearest: found.length > 0 ? found : top(rules, (rule) => distance(rule.name, name)),
  };
}

/** Facts of similar references. If none has the reference, the calls that name it, such as a refused sale, come instead: those that only ask last. */
function nearestNamed(
  facts: readonly { readonly merchantReference: string }[],
  reference: string,
  calls: readonly ObservedCall[],
): readonly unknown[] {
  const named = compilePattern(reference);
  const own = calls.filter(({ merchantReference }) => merchantReference !== undefined && named(merchantReference));
  if (own.length > 0 && !facts.some(({ merchantReference }) => named(merchantReference)))
    return top(own, ({ operation }) => Number(onlyReads(operation)));
  return top(facts, (fact) => distance(fact.merchantReference, reference));
}

/** The three facts with the lowest scores. Equal scores keep their order. */
const top = <T>(facts: readonly T[], score: (fact: T) => number): readonly T[] =>
  facts
    .map((fact) => ({ fact, score: score(fact) }))
    .sort((a, b) => a.score - b.score)
    .slice(0, 3)
    .map(({ fact }) => fact);

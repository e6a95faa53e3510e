import { styleText } from "node:util";
import type { CheckSummary, RequestDetails, RuleSummary } from "./request-schema.js";
import { ruleName } from "./rules.js";

const colours = {
  passed: "green",
  fired: "yellow",
  flagged: "yellow",
  skipped: "gray",
  "not-reached": "gray",
  refused: "red",
  declined: "red",
  lost: "red",
} as const satisfies Record<CheckSummary["outcome"], string>;

/** A check, its result, and why. */
export const stepLine = ({ step, outcome, found }: CheckSummary): string =>
  `${styleText(colours[outcome], outcome.padEnd(12))}${step.padEnd(11)} ${found}`;

const MISSED_MAX = 5;

/** All rules, or only the nearest ones and a count if many did not match. */
export function ruleLines(rules: readonly RuleSummary[]): readonly string[] {
  const missed = rules.filter(({ outcome }) => outcome === "no-match");
  if (missed.length <= MISSED_MAX) return rules.map(ruleLine);
  const isNear = ({ clauses }: RuleSummary): boolean => clauses.filter(({ holds }) => !holds).length === 1;
  const near = new Set(missed.filter(isNear).slice(0, MISSED_MAX));
  const shown = rules.filter((rule) => rule.outcome !== "no-match" || near.has(rule));
  const folded = styleText("gray", "no-match".padEnd(12));
  return [...shown.map(ruleLine), `${folded}${rules.length - shown.length} more rules: why --json lists them`];
}

function ruleLine(rule: RuleSummary): string {
  const counted = rule.counter ? `; matched ${rule.counter.seen}, fired ${rule.counter.fired}` : "";
  const colour = rule.outcome === "fired" ? "yellow" : "gray";
  return `${styleText(colour, rule.outcome.padEnd(12))}${ruleName(rule)}: ${rule.why}${counted}`;
}

/** The order and the balance that the call found, and those of now. */
export function stateLines({ state, ladder }: RequestDetails["explain"]): readonly string[] {
  const { orderStatus, order, unsettledBalanceNow } = state;
  const unread = ladder.find(({ step, outcome }) => step === "state" && outcome === "not-reached");
  const stood = orderStatus === null ? "there was no order before" : `the order was ${orderStatus}`;
  const before = unread === undefined ? stood : `no order was looked up: ${unread.found}`;
  const now = order
    ? [`order ${order.id} is ${order.status} now, net ${order.netAmount.toFixed(2)} ${order.currency}`]
    : [];
  const { HKD, USD } = unsettledBalanceNow ?? {};
  return HKD === undefined || USD === undefined
    ? [before, ...now]
    : [before, ...now, `unsettled balance now: HKD ${HKD.toFixed(2)}, USD ${USD.toFixed(2)}`];
}

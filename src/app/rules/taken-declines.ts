import type { Choosing, Count } from "../../scenario/choose.js";
import type { RuleCount } from "../ports/store.js";

// A decline that is carried to a page is taken from its rule's `times` by the call, and told as fired by the attempt.
// The rule's own counter holds what was taken; two more hold how many of those are carried, and how many met their attempt.

/** What a rule is called where its carried declines are counted. */
export const carriedId = (ruleId: string): string => `${ruleId} (carried)`;
const TAKEN = "taken";
const MET = "";

/** All that is counted for these rules. */
export const allCountsOf = (ruleIds: readonly string[]): readonly string[] =>
  ruleIds.flatMap((id) => [id, carriedId(id)]);

/** One more of the rule's declines is on its way to a page. */
export function* countTaken(ruleId: string): Choosing<Count> {
  const name = { ruleId: carriedId(ruleId), key: TAKEN };
  const { seen, fired } = yield { read: "rule-count", ...name };
  return { ...name, seen: seen + 1, fired: fired + 1 };
}

/** Whether one is still on its way; none is where the rule was counted from nothing since. */
export function* isOnItsWay(ruleId: string): Choosing<boolean> {
  const name = { read: "rule-count", ruleId: carriedId(ruleId) } as const;
  const taken = yield { ...name, key: TAKEN };
  const met = yield { ...name, key: MET };
  return taken.fired > met.fired;
}

/** How often a rule fired under all its keys, carried declines once they were met. */
export function firedIn(counts: readonly RuleCount[]): (ruleId: string) => number {
  const sums = new Map<string, number>();
  const sum = (name: string): number => sums.get(name) ?? 0;
  for (const { ruleId, key, fired } of counts) {
    const name = key === TAKEN ? `${ruleId} ${TAKEN}` : ruleId;
    sums.set(name, sum(name) + fired);
  }
  return (ruleId) => sum(ruleId) - sum(`${carriedId(ruleId)} ${TAKEN}`) + sum(carriedId(ruleId));
}

import type { Count, Counters } from "../../core/scenario/matching/choose.js";
import type { RuleCount } from "../ports/store.js";

// Counts declines that a page carries. The call that opens the page takes one of the rule's `times`, and the attempt
// on the page counts as fired. The rule's own counter holds those that were taken. Two more counters hold how many
// are carried and how many were met by an attempt.

/** The rule id under which its carried declines are counted. */
export const carriedId = (ruleId: string): string => `${ruleId} (carried)`;
const TAKEN = "taken";
const MET = "";

/** The ids of all counters of these rules. */
export const allCountsOf = (ruleIds: readonly string[]): readonly string[] =>
  ruleIds.flatMap((id) => [id, carriedId(id)]);

/** Counts one more decline of the rule as carried by a page. */
export function countTaken(counters: Counters, ruleId: string): Count {
  const name = { ruleId: carriedId(ruleId), key: TAKEN };
  const { seen, fired } = counters.ruleCount(name.ruleId, TAKEN);
  return { ...name, seen: seen + 1, fired: fired + 1 };
}

/** True if a carried decline still waits for its attempt. False if the rule's counter has been reset since. */
export const isOnItsWay = (counters: Counters, ruleId: string): boolean =>
  counters.ruleCount(carriedId(ruleId), TAKEN).fired > counters.ruleCount(carriedId(ruleId), MET).fired;

/** How often a rule fired, summed over its keys. A carried decline counts once an attempt has met it. */
export function firedIn(counts: readonly RuleCount[]): (ruleId: string) => number {
  const sums = new Map<string, number>();
  const sum = (name: string): number => sums.get(name) ?? 0;
  for (const { ruleId, key, fired } of counts) {
    const name = key === TAKEN ? `${ruleId} ${TAKEN}` : ruleId;
    sums.set(name, sum(name) + fired);
  }
  return (ruleId) => sum(ruleId) - sum(`${carriedId(ruleId)} ${TAKEN}`) + sum(carriedId(ruleId));
}

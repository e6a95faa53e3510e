import type { Instant } from "../../core/domain/money.js";
import type { CompiledRule } from "../../core/scenario/matching/choose.js";
import type { Rule } from "../../core/scenario/rule/rule.js";
import type { Lane } from "../lane.js";
import type { Tx, UnitResult } from "../ports/store.js";
import type { ReadScenario } from "../rules/read-scenario.js";
import { ruleIdOf } from "../rules/rule-book.js";
import { allCountsOf } from "../rules/taken-declines.js";

/**
 * Replaces the start's scenarios by their files' new contents. The lane's state stays. Unchanged rules keep their
 * counts. A lane that has received another scenario since keeps that one.
 */
export async function reloadScenarios(lane: Lane, scenarios: readonly ReadScenario[]): Promise<void> {
  const sinceOf = await lane.store.transact((tx) => forgetChanged(tx, lane, scenarios));
  if (sinceOf) lane.rules.start(scenarios, sinceOf);
}

/** Resets the counts of changed rules. Returns when each rule was added. */
function forgetChanged(
  tx: Tx,
  lane: Lane,
  scenarios: readonly ReadScenario[],
): UnitResult<((ruleId: string) => Instant) | undefined> {
  const state = tx.lane();
  if (state.replacedScenario) return { result: undefined };
  const ofFiles = lane.rules.all(state).filter(({ meta }) => meta.origin === "file");
  const former = new Map(ofFiles.map((rule) => [rule.id, rule]));
  const same = new Set(
    scenarios.flatMap(({ scenario }) =>
      scenario.rules
        .map((rule, i) => [ruleIdOf(scenario, i), rule] as const)
        .filter(([id, rule]) => readsSame(former.get(id), rule))
        .map(([id]) => id),
    ),
  );
  return {
    result: (id) => (same.has(id) ? former.get(id)!.meta.since : state.now),
    forgottenCounts: allCountsOf([...former.keys()].filter((id) => !same.has(id))),
    lane: { removedRules: undefined },
  };
}

const readsSame = (former: CompiledRule | undefined, rule: Rule): boolean =>
  former !== undefined && JSON.stringify(former.rule) === JSON.stringify(rule);

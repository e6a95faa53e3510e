import type { CompiledRule } from "../../scenario/choose.js";
import type { Rule } from "../../scenario/rule.js";
import type { Lane } from "../lane.js";
import type { ReadScenario } from "../rules/lane-scenarios.js";
import { addRules, ruleIdOf } from "./apply-scenario.js";

/**
 * Lets the files of the start, read again, take the place of their former selves; the lane's state stays. Rules that
 * read as before keep their counts. A lane that was given another scenario since keeps that one.
 */
export function reloadScenarios(lane: Lane, scenarios: readonly ReadScenario[]): void {
  if (lane.scenarios.replaced) return;
  const former = new Map(lane.rules.rules.filter(isOfFile).map((rule) => [rule.id, rule]));
  const same = new Set(
    scenarios.flatMap(({ scenario }) =>
      scenario.rules
        .map((rule, i) => [ruleIdOf(scenario, i), rule] as const)
        .filter(([id, rule]) => readsSame(former.get(id), rule))
        .map(([id]) => id),
    ),
  );
  const now = lane.clock.now();
  lane.rules.remove(isOfFile);
  lane.store.count(lane.rules.forget([...former.keys()].filter((id) => !same.has(id))));
  lane.scenarios.list = [];
  for (const read of scenarios) addRules(lane, read, (id) => (same.has(id) ? former.get(id)!.meta.since : now));
}

const isOfFile = ({ meta }: CompiledRule): boolean => meta.origin === "file";

const readsSame = (former: CompiledRule | undefined, rule: Rule): boolean =>
  former !== undefined && JSON.stringify(former.rule) === JSON.stringify(rule);

import { callsOf, type LaneFacts } from "../observe/facts.js";
import { callMutants } from "./calls.js";
import { gravity } from "./gravity.js";
import type { PlannedMutant, Target } from "./mutant.js";
import { noticeMutants } from "./notices.js";
import { pageMutants } from "./pages.js";
import { stateMutants } from "./state.js";

export interface PlanOptions {
  /** How late slow answers are; left out: there are none. */
  readonly slow?: string | undefined;
}

/** The mutants of what a dry run did, gravest first; the same dry run gives the same plan. */
export function planOf(lanes: readonly LaneFacts[], { slow }: PlanOptions): readonly PlannedMutant[] {
  return lanes
    .flatMap((lane) => {
      const targets = targetsOf(lane);
      return [
        ...targets.flatMap((target) => callMutants(target, { slow })),
        ...noticeMutants(lane, targets),
        ...pageMutants(lane, targets),
        ...stateMutants(lane, targets),
      ];
    })
    .map((mutant, i) => ({ mutant, i, grave: gravity(mutant) }))
    .sort((a, b) => a.grave - b.grave || a.i - b.i)
    .map(({ mutant }) => mutant);
}

/** Each call for which rules were asked, with its number among those of its operation. */
export function targetsOf(lane: LaneFacts): readonly Target[] {
  const counted = new Map<string, number>();
  return callsOf(lane)
    .filter(({ asksRules, by }) => asksRules && by !== "time")
    .map((call) => {
      const k = (counted.get(call.operation) ?? 0) + 1;
      counted.set(call.operation, k);
      return { lane, call, k };
    });
}

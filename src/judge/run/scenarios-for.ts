import type { ReadScenario } from "../../app/rules/read-scenario.js";
import type { PlannedMutant } from "../plan/mutant.js";

/**
 * The initial state of a run's lane. Its clock is frozen so that nothing waits, unless answers are delayed in real
 * time. The mutant's scenario comes before the user's own.
 */
export function scenariosFor(
  mutant: PlannedMutant | undefined,
  own: readonly ReadScenario[],
  at: Date,
): readonly ReadScenario[] {
  const clock = mutant?.isSlow ? {} : { clock: at.toISOString() };
  return [
    { scenario: { name: "the judge's clock", ...clock, rules: [], expect: [] } },
    ...(mutant ? [{ scenario: mutant.scenario }] : []),
    ...own,
  ];
}

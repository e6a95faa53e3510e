import type { ReadScenario } from "../../app/rules/read-scenario.js";
import type { PlannedMutant } from "../plan/mutant.js";

/**
 * What a run's lane begins with: its clock stands, so that nothing waits, unless answers are to be late in real time; then
 * the mutant, before the user's own scenarios.
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

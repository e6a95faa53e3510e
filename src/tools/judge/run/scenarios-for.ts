import type { ReadScenario } from "../../../lane/rules/read-scenario.js";
import { failuresOf } from "../../reports/run.js";
import { checkLives } from "../../runs/lane-checks.js";
import type { PlannedMutant } from "../mutants/mutant.js";
import type { Recorder } from "../observe/recorder.js";

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

/** The expectations of the user's scenarios that were not met, one sentence each. */
export async function unmetIn(recorder: Recorder, scenarios: readonly ReadScenario[]): Promise<readonly string[]> {
  if (scenarios.every(({ scenario }) => scenario.expect.length === 0)) return [];
  const lanes = Map.groupBy(await recorder.lives(), ({ lane }) => lane);
  return failuresOf({ lanes: [...lanes.values()].map(checkLives) }).map(
    ({ scenario, expected, actual }) => `${scenario}: expected ${expected}, found ${actual}`,
  );
}

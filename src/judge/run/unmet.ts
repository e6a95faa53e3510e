import type { ReadScenario } from "../../app/rules/read-scenario.js";
import { failuresOf } from "../../reports/run.js";
import { checkLives } from "../../runs/lane-checks.js";
import type { Recorder } from "../observe/recorder.js";

/** The expectations of the user's scenarios that were not met, one sentence each. */
export async function unmetIn(recorder: Recorder, scenarios: readonly ReadScenario[]): Promise<readonly string[]> {
  if (scenarios.every(({ scenario }) => scenario.expect.length === 0)) return [];
  const lanes = Map.groupBy(await recorder.lives(), ({ lane }) => lane);
  return failuresOf({ lanes: [...lanes.values()].map(checkLives) }).map(
    ({ scenario, expected, actual }) => `${scenario}: expected ${expected}, found ${actual}`,
  );
}

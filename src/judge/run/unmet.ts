import type { Lane } from "../../app/lane.js";
import type { ReadScenario } from "../../app/rules/read-scenario.js";
import { failuresOf } from "../../reports/run.js";
import { checkLane } from "../../runs/lane-checks.js";

/** What the user's scenarios expect and did not find, a sentence each. */
export async function unmetIn(lanes: readonly Lane[], scenarios: readonly ReadScenario[]): Promise<readonly string[]> {
  if (scenarios.every(({ scenario }) => scenario.expect.length === 0)) return [];
  const checked = await Promise.all(lanes.map(checkLane));
  return failuresOf({ lanes: checked }).map(
    ({ scenario, expected, actual }) => `${scenario}: expected ${expected}, found ${actual}`,
  );
}

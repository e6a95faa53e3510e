import type { Lane } from "../../app/lane.js";
import { failuresOf } from "../../reports/run.js";
import { checkLane } from "../../runs/lane-checks.js";

/** What the user's scenarios expect and did not find, a sentence each. */
export async function unmetIn(lanes: readonly Lane[]): Promise<readonly string[]> {
  const checked = await Promise.all(lanes.map(checkLane));
  return failuresOf({ lanes: checked }).map(
    ({ scenario, expected, actual }) => `${scenario}: expected ${expected}, found ${actual}`,
  );
}

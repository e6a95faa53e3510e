import type { Scenario } from "../scenario/rule.js";
import { give } from "./given.js";
import type { Lane } from "./lane.js";

/** A scenario that was read, with where it stands. */
export interface ReadScenario {
  readonly scenario: Scenario;
  readonly file?: string | undefined;
  readonly ruleLines?: readonly (number | undefined)[] | undefined;
}

/** Puts a scenario into a lane: its clock, its state, its rules. A lane that comes back from a file takes the rules only. */
export async function applyScenario(
  lane: Lane,
  { scenario, file, ruleLines }: ReadScenario,
  { rulesOnly = false } = {},
): Promise<void> {
  if (!rulesOnly && scenario.clock !== undefined) lane.clock.freeze(Date.parse(scenario.clock));
  if (!rulesOnly && scenario.given) await give(lane, scenario.given);
  const since = lane.clock.now();
  scenario.rules.forEach((rule, i) => {
    const id = `${scenario.name}#${i + 1}`;
    lane.rules.add(rule, { origin: "file", scenario: scenario.name, file, line: ruleLines?.[i] }, since, id);
  });
}

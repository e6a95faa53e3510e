import { compileRule } from "../../scenario/choose.js";
import type { Scenario } from "../../scenario/rule.js";
import type { Lane } from "../lane.js";
import type { ReadScenario } from "../rules/lane-scenarios.js";
import { moveClock } from "../time/clock-moves.js";
import { give } from "./given.js";

/** Puts a scenario into a lane: its clock, its state, its rules. A lane that comes back from a file takes the rules only. */
export async function applyScenario(lane: Lane, read: ReadScenario, { rulesOnly = false } = {}): Promise<void> {
  const { scenario } = read;
  if (!rulesOnly && scenario.clock !== undefined) lane.clock.freeze(Date.parse(scenario.clock));
  if (!rulesOnly && scenario.given) await give(lane, scenario.given);
  addRules(lane, read, lane.clock.now());
}

/**
 * Lets a scenario take the place of those that are in the lane; what the lane holds stays. Its seed is taken where
 * nothing has happened yet. Throws GivenRefused, the rules as before, where the lane holds what contradicts it.
 */
export async function replaceScenario(
  lane: Lane,
  read: ReadScenario,
): Promise<{ readonly warnings: readonly string[] }> {
  const { seed, clock, given } = read.scenario;
  const warnings = seed === undefined || takeSeed(lane, seed) ? [] : [seedWarning(lane, seed)];
  if (clock !== undefined) await moveClock(lane, { action: "freeze", at: Date.parse(clock) });
  if (given) await give(lane, given);
  const since = lane.clock.now();
  const former = lane.rules.rules.filter(({ meta }) => meta.origin === "file").map(({ id }) => id);
  lane.rules.remove(({ id }) => former.includes(id));
  const coming = read.scenario.rules.map((_, i) => ruleIdOf(read.scenario, i));
  lane.store.count(lane.rules.forget([...former, ...coming]));
  lane.scenarios.list = [];
  lane.scenarios.replaced = { document: read.scenario, since };
  addRules(lane, read, since);
  return { warnings };
}

/** Puts the rules of a scenario behind those that are there; `since`: when each was put in, for durations. */
export function addRules(
  lane: Lane,
  { scenario, file, ruleLines }: ReadScenario,
  since: number | ((ruleId: string) => number),
): void {
  lane.scenarios.list = [...lane.scenarios.list, { scenario, file, ruleLines }];
  const compiled = scenario.rules.map((rule, i) =>
    compileRule(rule, {
      id: ruleIdOf(scenario, i),
      origin: "file",
      scenario: scenario.name,
      file,
      line: ruleLines?.[i],
      since: typeof since === "number" ? since : since(ruleIdOf(scenario, i)),
    }),
  );
  lane.rules.addAll(compiled);
}

export const ruleIdOf = (scenario: Scenario, index: number): string => `${scenario.name}#${index + 1}`;

function takeSeed(lane: Lane, seed: number): boolean {
  if (lane.seed === seed) return true;
  const { views } = lane.store;
  if (views.orders({ limit: 1 }).length > 0 || views.exchanges({ limit: 1 }).length > 0) return false;
  lane.store.reseed(seed);
  return true;
}

const seedWarning = (lane: Lane, seed: number): string =>
  `seed ${seed} was not taken: the lane has orders or requests of seed ${lane.seed}; POST reset {"seed": ${seed}} first`;

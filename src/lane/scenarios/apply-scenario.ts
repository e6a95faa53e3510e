// The room `scenarios`: applies scenarios to a lane. Real commands create their state, and their rules replace the
// earlier ones.

import { type Instant, parseInstant } from "../../core/domain/money.js";
import { durationMs } from "../../core/scenario/values/duration.js";
import { InvalidInput } from "../../package/errors.js";
import { assume } from "../choices.js";
import type { Lane } from "../lane.js";
import type { LaneChanges } from "../ports/lane-record.js";
import type { Tx, UnitResult } from "../ports/store.js";
import { LaneFull } from "../ports/store-errors.js";
import type { ReadScenario } from "../rules/read-scenario.js";
import { ruleIdOf, scenariosName } from "../rules/rule-book.js";
import { tooLargeRegexes, tooManyRules } from "../rules/rule-limit.js";
import { allCountsOf } from "../rules/taken-declines.js";
import { moveClock } from "../time/clock-moves.js";
import { entryText, GivenRefused, give } from "./given.js";

/**
 * Applies the start's scenarios to a lane: clock, state, choices and rules. A lane that was loaded from storage gets
 * only the rules.
 */
export async function applyStartScenarios(
  lane: Lane,
  scenarios: readonly ReadScenario[],
  { isNew }: { readonly isNew: boolean },
): Promise<void> {
  for (const { scenario, givenPlaces } of isNew ? scenarios : []) {
    if (scenario.clock !== undefined) await lane.clock.freeze(parseInstant(scenario.clock));
    if (scenario.given) await give(lane, scenario.given).catch(rethrowAt(givenPlaces));
    if (scenario.assume) await assume(lane, scenario.assume);
  }
  // A lane starts without scenarios anyway.
  if (scenarios.length === 0) return;
  const since = await sinceWhen(lane, scenarios);
  lane.rules.start(scenarios, () => since);
}

/** With the place in its file, because several scenarios may be applied. */
const rethrowAt =
  (places: ReadScenario["givenPlaces"]) =>
  (error: unknown): never => {
    const place = error instanceof GivenRefused && error.entry && places?.[error.entry.member][error.entry.i];
    if (!place) throw error;
    const { entry, reason } = error as GivenRefused;
    throw new InvalidInput(
      `${place.file}:${place.line}:${place.column}: ${entryText(entry)} cannot be applied: ${reason}`,
    );
  };

/** When the lane first had these scenarios, in any process. Needed only if the `until` of a rule is a duration. */
async function sinceWhen(lane: Lane, scenarios: readonly ReadScenario[]): Promise<Instant> {
  const endsAfterAWhile = scenarios.some(({ scenario }) =>
    scenario.rules.some(({ until }) => durationMs(String(until)) !== undefined),
  );
  if (!endsAfterAWhile) return lane.clock.now();
  const name = scenariosName(scenarios);
  return lane.store.transact((tx): UnitResult<Instant> => {
    const { now, startedWith } = tx.lane();
    if (startedWith?.scenarios === name) return { result: startedWith.since };
    return { result: now, lane: { startedWith: { scenarios: name, since: now } } };
  });
}

/**
 * Replaces the lane's scenarios and keeps its other contents. Uses the new seed only if nothing has happened yet.
 * Throws GivenRefused if the lane contradicts `given` (rules stay unchanged), and LaneFull if it has too many rules
 * of its own (nothing changes).
 */
export async function replaceScenario(
  lane: Lane,
  read: ReadScenario,
): Promise<{ readonly warnings: readonly string[] }> {
  const { seed, clock, assume: chosen, given, rules } = read.scenario;
  const own = (await lane.store.views.lane()).rules;
  const full = tooManyRules(own.length + rules.length) ?? tooLargeRegexes(rules, () => own.map(({ rule }) => rule));
  if (full) throw new LaneFull(full);
  const staying = seed === undefined ? undefined : await takeSeed(lane, seed);
  if (clock !== undefined) await moveClock(lane, { action: "freeze", at: parseInstant(clock) });
  if (given) await give(lane, given);
  if (chosen) await assume(lane, chosen);
  await lane.store.transact((tx) => replaceRules(tx, lane, read));
  return { warnings: seed === undefined || staying === undefined ? [] : [seedWarning(seed, staying)] };
}

/** The scenario's rules replace those of the files, and their counts start at zero. */
function replaceRules(tx: Tx, lane: Lane, { scenario, file, ruleLines, expectLines }: ReadScenario): UnitResult<void> {
  const state = tx.lane();
  const former = lane.rules.all(state).filter(({ meta }) => meta.origin === "file");
  const coming = scenario.rules.map((_, i) => ruleIdOf(scenario, i));
  const changes: LaneChanges = {
    replacedScenario: { document: scenario, file, ruleLines, expectLines, since: state.now },
    removedRules: undefined,
    disabledRules: state.disabledRules?.filter((id) => state.rules.some((rule) => rule.id === id)),
  };
  return { result: undefined, lane: changes, forgottenCounts: allCountsOf([...former.map(({ id }) => id), ...coming]) };
}

/** Changes the seed if the lane has no order and no call yet. Otherwise returns the seed that it keeps. */
const takeSeed = (lane: Lane, wanted: number): Promise<number | undefined> =>
  lane.store.transact((tx): UnitResult<number | undefined> => {
    const { seed } = tx.lane();
    if (seed === wanted) return { result: undefined };
    const hasHistory: boolean = tx.hasHistory();
    return hasHistory ? { result: seed } : { result: undefined, lane: { seed: wanted } };
  });

const seedWarning = (wanted: number, staying: number): string =>
  `seed ${wanted} was not taken: the lane has orders or requests of seed ${staying}; POST reset {"seed": ${wanted}} first`;

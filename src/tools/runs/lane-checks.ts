import { checkScenarios } from "../../lane/explain/checked-scenarios.js";
import type { Lane } from "../../lane/lane.js";
import { DEFAULT_LANE } from "../../lane/ports/name.js";
import { pulse } from "../../lane/time/pulse.js";
import type { Lanes } from "../../server/lanes/lanes.js";
import type { CheckedLane } from "../reports/run.js";
import { factsOver, type LaneLife, type ReadLife, sum, withoutCopies } from "./lane-life.js";

/** How long to wait for deliveries, in milliseconds of real time. */
const DELIVERIES_MAX_MS = 5000;

/**
 * The lives of each used lane, oldest first. If no lane was used, the default lane's, because a run without calls is
 * checked too. `forced`: the rules that tests added, also to lanes without a call. `isLeftAlone`: true
 * for a lane of an earlier run that this run didn't use.
 */
export async function livesIn(
  lanes: Lanes,
  past: readonly LaneLife[],
  read: ReadLife,
  isLeftAlone: (lane: Lane) => boolean,
) {
  const present: Lane[] = [];
  for (const name of lanes.names()) present.push(await lanes.ready(name));
  const ofRun = present.filter((lane) => !isLeftAlone(lane));
  await deliveriesEnded(ofRun);
  const all = [...past];
  for (const lane of ofRun) all.push(await read(lane));
  const isOldPast = (life: LaneLife): boolean => life.isOlder && past.includes(life);
  // A fork has the scenario of the lane that it was taken from.
  const isForked = (life: LaneLife): boolean =>
    life.added !== undefined && all.some((one) => one.lane !== life.lane && expectedIn(one) === expectedIn(life));
  const isChecked = (life: LaneLife): boolean =>
    life.calls > 0 || (life.hasOwnScenario && !isOldPast(life) && !isForked(life));
  const names = new Set(all.filter(isChecked).map(({ lane }) => lane));
  // A restored life shows the orders as they stand at the end, also without a call.
  const lives = all.filter((life) => isChecked(life) || (life.added && names.has(life.lane)));
  if (lives.length === 0) lives.push(await read(await lanes.ready(DEFAULT_LANE)));
  return {
    lanes: [...Map.groupBy(lives, ({ lane }) => lane).values()],
    forced: all.flatMap(({ forced }) => forced),
  };
}

/** Resolves once no delivery is in flight, or after a time limit. */
export async function deliveriesEnded(lanes: readonly Lane[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DELIVERIES_MAX_MS);
  });
  await Promise.race([Promise.all(lanes.map(allDelivered)), tooLong]);
  clearTimeout(timer);
}

async function allDelivered(lane: Lane): Promise<void> {
  do {
    await pulse(lane, await lane.clock.now());
    await lane.deliveries.drain();
  } while (lane.deliveries.inFlight > 0);
}

/**
 * Checks the expectations of a lane: those of its own scenarios against the lives that had them, others against all lives
 * together. The books of each life must balance.
 */
export function checkLives(lives: readonly LaneLife[]): CheckedLane {
  const last = lives.at(-1)!;
  const counted = withoutCopies(lives);
  const own = Map.groupBy(
    counted.filter(({ hasOwnScenario }) => hasOwnScenario),
    expectedIn,
  );
  const together = [...own.values(), ...(last.hasOwnScenario ? [] : [counted])];
  return {
    lane: last.lane,
    hasOwnScenario: last.hasOwnScenario,
    isOlder: lives.some(({ isOlder }) => isOlder),
    hasUsedReference: lives.some(({ isOlder, hasUsedReference }) => isOlder && hasUsedReference),
    scenarios: together.flatMap((some) => checkScenarios(some, factsOver(some))),
    unable: lives.flatMap(({ unable }) => unable),
    invariants: {
      holds: lives.every(({ invariants }) => invariants.holds),
      checked: sum(lives.map(({ invariants }) => invariants.checked)),
      broken: lives.flatMap(({ invariants }) => invariants.broken),
    },
  };
}

const expectedIn = ({ scenarios }: LaneLife): string =>
  JSON.stringify(scenarios.map(({ scenario: { name, expect } }) => [name, expect]));

// The room `time`: what happens by time alone. The lane's clock and its moves, the pulse, expiry, settlement,
// scheduled tasks, and waiting for a change.

import {
  canBeTold,
  earliest,
  formatInstant,
  type Instant,
  instant,
  lastInstant,
  later,
  latest,
} from "../../domain/money.js";
import { InTurn } from "../in-turn.js";
import { BeyondTime } from "../ports/store-errors.js";
import { type DueOf, type Happened, happen, nextDue, type TimedLane, watchHappening } from "./pulse.js";
import { expectSettlementAfter } from "./settlement.js";

/** How a tester moves a lane's time. */
export type ClockMove =
  | { readonly action: "freeze"; readonly at?: Instant | undefined }
  | { readonly action: "set"; readonly at: Instant }
  | { readonly action: "advance"; readonly byMs: number }
  | { readonly action: "resume" }
  | { readonly action: "run-until-idle" };

/** One move at a time: two that overlap would both walk the same instants. */
const moves = new InTurn();

/**
 * Moves the clock and resolves when all that fell due has happened in order, deliveries included; tells what it was.
 * Throws BeyondTime.
 */
export const moveClock = (lane: TimedLane, move: ClockMove): Promise<readonly Happened[]> =>
  moves.run(lane.clock, () => lane.store.alone(() => make(lane, move)));

async function make(lane: TimedLane, move: ClockMove): Promise<readonly Happened[]> {
  const { clock } = lane;
  switch (move.action) {
    case "freeze": {
      const at = move.at === undefined ? undefined : within(move.at, await clock.now());
      await clock.freeze();
      return walk(lane, { at: at ?? (await clock.now()) });
    }
    case "set":
      return walk(lane, { at: within(move.at, await clock.now()) });
    case "advance": {
      const now = await clock.now();
      within(instant(now + move.byMs), now);
      return walk(lane, move);
    }
    case "resume": {
      await clock.resume();
      return walk(lane, { byMs: 0 });
    }
    case "run-until-idle":
      return walk(lane, "idle");
  }
}

/** Where a walk ends: at an instant, so long after the one at which it begins, or when no work is left. */
type Aim = { readonly at: Instant } | { readonly byMs: number } | "idle";

function within(target: Instant, now: Instant): Instant {
  if (canBeTold(target)) return target;
  throw new BeyondTime(
    `the clock, which shows ${formatInstant(now)}, can be moved up to ${formatInstant(lastInstant)}, not beyond`,
  );
}

/** From due instant to due instant, the clock standing at each. */
async function walk(lane: TimedLane, aim: Aim): Promise<readonly Happened[]> {
  const { clock, deliveries } = lane;
  let target = aim !== "idle" && "at" in aim ? aim.at : undefined;
  const happened: Happened[] = [];
  const unwatch = [
    deliveries.watch((attempted) => happened.push(attempted)),
    watchHappening(lane, (some) => happened.push(...some)),
  ];
  try {
    if (target !== undefined && target < (await clock.now())) await goBack(lane, target);
    // A running clock goes on until it stands: what was read of it before is no more.
    await clock.stand();
    if (aim !== "idle" && "byMs" in aim) target = earliest(later(await clock.now(), aim.byMs), lastInstant);
    await deliveries.drain();
    do {
      for (let at = await step(lane, target); at !== undefined; at = await step(lane, target)) {
        if (at > (await clock.now())) await clock.stand(at);
        await happen(lane, at, target ?? at);
        await deliveries.drain();
      }
      // What the lane's own timer began meanwhile is no longer due, and still on its way.
      await deliveries.drain();
    } while ((await step(lane, target)) !== undefined);
  } finally {
    for (const end of unwatch) end();
    const now = await clock.now();
    await clock.set(latest(target ?? now, now));
  }
  return happened;
}

/** Nothing happens on the way back, and the days to come are settled again. */
async function goBack(lane: TimedLane, target: Instant): Promise<void> {
  await lane.clock.set(target);
  if (lane.dailySettlement) await expectSettlementAfter(lane, target);
}

async function step(lane: TimedLane, target: Instant | undefined): Promise<Instant | undefined> {
  const of: DueOf = target === undefined ? "work" : "all";
  const at = await nextDue(lane, of);
  if (target === undefined) return at === undefined ? undefined : nextDue(lane);
  return at !== undefined && at <= target ? at : undefined;
}

import { setImmediate as nextTurn } from "node:timers/promises";
import {
  canBeTold,
  earliest,
  formatInstant,
  type Instant,
  instant,
  lastInstant,
  later,
} from "../../core/domain/money.js";
import { failures } from "../ports/attempt-failures.js";
import type { RecordedMove } from "../ports/lane-record.js";
import { BeyondTime, ClockHeldUp } from "../ports/store-errors.js";
import { SerialTasks } from "../serial-tasks.js";
import { append, type Happened, happen, nextDue, nextStop, type TimedLane, watchHappening } from "./pulse.js";
import { expectSettlementAfter } from "./settlement.js";

/** How a tester moves a lane's time. */
export type ClockMove =
  | { readonly action: "freeze"; readonly at?: Instant | undefined }
  | { readonly action: "set"; readonly at: Instant }
  | { readonly action: "advance"; readonly byMs: number }
  | { readonly action: "resume" }
  | { readonly action: "run-until-idle" };

/** Runs one move at a time. Overlapping moves would run the same due work twice. */
const moves = new SerialTasks<TimedLane["clock"]>();

/**
 * Moves the clock and resolves once everything due has happened in order, deliveries included. Returns what happened.
 * Throws BeyondTime. Throws ClockHeldUp if a handler did not answer while a move waited, and is now called again.
 */
export async function moveClock(lane: TimedLane, move: ClockMove): Promise<readonly Happened[]> {
  const { clock, store } = lane;
  if (clock.isHeldUp) throw new ClockHeldUp();
  clock.movesWaiting += 1;
  return moves.run(clock, () => {
    clock.movesWaiting -= 1;
    return store.alone(() => make(lane, move));
  });
}

async function make(lane: TimedLane, move: ClockMove): Promise<readonly Happened[]> {
  const { clock } = lane;
  // An answer that the caller has just got lets its notifications go in the event loop's next turn.
  await nextTurn();
  const { action } = move;
  const from = await clock.now();
  switch (action) {
    case "freeze": {
      const at = move.at === undefined ? undefined : within(move.at, from);
      await clock.freeze();
      return walk(lane, { at: at ?? (await clock.now()) }, { action, from });
    }
    case "set":
      return walk(lane, { at: within(move.at, from) }, { action, from });
    case "advance":
      within(instant(from + move.byMs), from);
      return walk(lane, move, { action, from });
    case "resume": {
      await clock.resume();
      return walk(lane, { byMs: 0 }, { action, from });
    }
    case "run-until-idle":
      return walk(lane, "idle", { action, from });
  }
}

/** The end of a move: an instant, a duration from its start, or the moment when no work is left. */
type Aim = { readonly at: Instant } | { readonly byMs: number } | "idle";

function within(target: Instant, now: Instant): Instant {
  if (canBeTold(target)) return target;
  throw new BeyondTime(
    `the clock, which shows ${formatInstant(now)}, can be moved up to ${formatInstant(lastInstant)}, not beyond`,
  );
}

/** Moves the clock from one due instant to the next, and stops it at each while the work is done. */
async function walk(
  lane: TimedLane,
  aim: Aim,
  move: Pick<RecordedMove, "action" | "from">,
): Promise<readonly Happened[]> {
  const { clock, deliveries } = lane;
  let target = aim !== "idle" && "at" in aim ? aim.at : undefined;
  const happened: Happened[] = [];
  const unwatch = [
    deliveries.watch((attempted) => {
      happened.push(attempted);
      if (attempted.why?.endsWith(failures.movesClock)) clock.isHeldUp = true;
    }),
    watchHappening(lane, (some) => append(happened, some)),
  ];
  try {
    if (target !== undefined && target < (await clock.now())) await goBack(lane, target);
    // A running clock goes on until it is stopped here, so earlier readings are outdated.
    await clock.stand();
    if (aim !== "idle" && "byMs" in aim) target = earliest(later(await clock.now(), aim.byMs), lastInstant);
    await deliveries.drain();
    do {
      for (let at = await step(lane, target); at !== undefined; at = await step(lane, target)) {
        if (at > (await clock.now())) await clock.stand(at);
        await happen(lane, at, target ?? at);
        await deliveries.drain();
      }
      // Work that the lane's own timer started is no longer due, but may still be running.
      await deliveries.drain();
    } while ((await step(lane, target)) !== undefined);
  } finally {
    for (const end of unwatch) end();
    clock.isHeldUp = false;
    await clock.goOn(target, move);
  }
  return happened;
}

/** Moving back causes no events. The days after the target can be settled again. */
async function goBack(lane: TimedLane, target: Instant): Promise<void> {
  await lane.clock.set(target);
  if (lane.dailySettlement) await expectSettlementAfter(lane, target);
}

async function step(lane: TimedLane, target: Instant | undefined): Promise<Instant | undefined> {
  const horizon = target ?? (await nextDue(lane, "work"));
  return horizon === undefined ? undefined : nextStop(lane, horizon);
}

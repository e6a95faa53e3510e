import { earliest, type Instant, later, latest } from "../../domain/money.js";
import type { Choices } from "../choices.js";
import type { Deliveries } from "../notifications/deliveries.js";
import type { Attempted } from "../notifications/delivery-lane.js";
import type { Log } from "../ports/log.js";
import type { Store } from "../ports/store.js";
import { type Expired, expireDue } from "./expiry.js";
import type { LaneClock } from "./lane-clock.js";
import { runDueTasks, type TaskRunner } from "./scheduled-tasks.js";
import { settle, settlementDone, settlementDue } from "./settlement.js";

/** The parts of a lane that move with time. */
export interface TimedLane {
  readonly name: string;
  readonly store: Store;
  readonly clock: LaneClock;
  readonly choices: Choices;
  readonly log: Log;
  readonly deliveries: Deliveries;
  /** Does what a scheduled task wants when its instant has come. */
  readonly runTask: TaskRunner;
  readonly dailySettlement?: boolean | undefined;
}

/** Something that fell due and happened. */
export type Happened =
  | Expired
  | Attempted
  | { readonly kind: "settlement"; readonly at: Instant; readonly settled: number }
  | { readonly kind: string; readonly at: Instant; readonly orderId: number };

/** What to look at: all, or only what a lane must come to rest from. */
export type DueOf = "all" | "work";

/** The earliest instant at which something falls due; `work` leaves out expiries and settlement, which never end. */
export async function nextDue(lane: TimedLane, of: DueOf = "all"): Promise<Instant | undefined> {
  const dues = [await lane.store.views.nextDue({ expiries: of === "all" })];
  if (of === "all") dues.push(await settlementDue(lane));
  const known = dues.filter((at) => at !== undefined);
  return known.length === 0 ? undefined : earliest(...known);
}

/**
 * Lets happen all that is due at `now` (ms since the epoch), in order of its instants; deliveries are started.
 * Wait for them with `lane.deliveries.drain()`.
 */
export async function pulse(lane: TimedLane, now: Instant): Promise<readonly Happened[]> {
  const happened: Happened[] = [];
  let last: Instant | undefined;
  for (;;) {
    const at = await nextDue(lane);
    // The same instant twice with nothing done would go round for ever.
    if (at === undefined || at > now) return happened;
    const some = await happen(lane, at, now);
    if (some.length === 0 && at === last) return happened;
    happened.push(...some);
    last = at;
  }
}

type Watcher = (some: readonly Happened[]) => void;
const watchers = new WeakMap<TimedLane["clock"], Set<Watcher>>();

/** Tells what falls due and happens from now on, whoever lets it happen: the lane's timer does so beside a move of the clock. The returned function ends it. */
export function watchHappening({ clock }: TimedLane, watcher: Watcher): () => void {
  const all = watchers.get(clock) ?? new Set();
  watchers.set(clock, all.add(watcher));
  return () => all.delete(watcher);
}

/** All that is due at one instant: first orders end, then shoppers act, then the day is settled, then shops are told. */
export async function happen(lane: TimedLane, at: Instant, horizon: Instant): Promise<readonly Happened[]> {
  const happened: Happened[] = [];
  const note = (some: readonly Happened[]): void => {
    happened.push(...some);
    for (const tell of watchers.get(lane.clock) ?? []) tell(some);
  };
  note(await expireDue(lane, at));
  const done = await runDueTasks(lane, at);
  note(done.map(({ kind, at, orderId }) => ({ kind, at, orderId })));
  note(await settleDue(lane, at, horizon));
  await lane.deliveries.dispatch(at);
  return happened;
}

async function settleDue(lane: TimedLane, at: Instant, horizon: Instant): Promise<readonly Happened[]> {
  const due = await settlementDue(lane);
  if (due === undefined || due > at) return [];
  const settled = await settle(lane, undefined, due);
  // With nothing to settle, the midnights until something else happens can be passed over.
  const idleUntil =
    settled === 0 ? earliest((await lane.store.views.nextDue({ expiries: false })) ?? horizon, horizon) : due;
  await settlementDone(lane, due, latest(due, later(idleUntil, -1)));
  return settled === 0 ? [] : [{ kind: "settlement", at: due, settled }];
}

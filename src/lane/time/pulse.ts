import { earliest, type Instant, later, latest } from "../../core/domain/money.js";
import type { Choices } from "../choices.js";
import type { Deliveries } from "../notifications/deliveries.js";
import type { Attempted } from "../notifications/delivery-lane.js";
import type { Log } from "../ports/log.js";
import type { Store } from "../ports/store.js";
import { type Expired, expireDue } from "./expiry.js";
import type { LaneTime } from "./lane-clock.js";
import { runDueTasks, type TaskRunner } from "./scheduled-tasks.js";
import { settle, settlementDone, settlementDue } from "./settlement.js";

/** The parts of a lane that depend on time. */
export interface TimedLane {
  readonly name: string;
  readonly store: Store;
  readonly clock: LaneTime;
  readonly choices: Choices;
  readonly log: Log;
  readonly deliveries: Deliveries;
  /** Runs a scheduled task at its instant. */
  readonly runTask: TaskRunner;
  readonly dailySettlement?: boolean | undefined;
}

/** Something that fell due and happened. */
export type Happened =
  | Expired
  | Attempted
  | { readonly kind: "settlement"; readonly at: Instant; readonly settled: number }
  | { readonly kind: string; readonly at: Instant; readonly orderId: number };

/**
 * Which due things to include. `work`: what a lane must finish before it is idle. `stops`: also the daily settlement.
 * `all`: also expiries. Settlements and expiries never end.
 */
export type DueOf = "all" | "stops" | "work";

/** The earliest instant at which something becomes due. */
export async function nextDue(lane: TimedLane, of: DueOf = "all"): Promise<Instant | undefined> {
  const dues = [await lane.store.views.nextDue({ expiries: of === "all" })];
  if (of !== "work") dues.push(await settlementDue(lane));
  const known = dues.filter((at) => at !== undefined);
  return known.length === 0 ? undefined : earliest(...known);
}

/**
 * The instant up to which things happen together, at most `horizon`. Undefined if nothing is due by then. Orders
 * expire together up to the next other thing, each at its own instant.
 */
export async function nextStop(lane: TimedLane, horizon: Instant): Promise<Instant | undefined> {
  const first = await nextDue(lane);
  if (first === undefined || first > horizon) return undefined;
  return earliest((await nextDue(lane, "stops")) ?? horizon, horizon);
}

/**
 * Runs everything that is due at `now` (ms since the epoch), in order of time. Only starts the deliveries: wait for them
 * with `lane.deliveries.drain()`.
 */
export async function pulse(lane: TimedLane, now: Instant): Promise<readonly Happened[]> {
  const happened: Happened[] = [];
  let last: Instant | undefined;
  for (;;) {
    const at = await nextStop(lane, now);
    // If the same instant comes twice and nothing was done, the loop would never end.
    if (at === undefined) return happened;
    const some = await happen(lane, at, now);
    if (some.length === 0 && at === last) return happened;
    append(happened, some);
    last = at;
  }
}

/** A spread as arguments overflows the stack if a hundred thousand orders expire at once. */
export function append(all: Happened[], some: readonly Happened[]): void {
  for (const one of some) all.push(one);
}

type Watcher = (some: readonly Happened[]) => void;
const watchers = new WeakMap<TimedLane["clock"], Set<Watcher>>();

/**
 * Reports everything that becomes due and happens from now on, because of a clock move or the lane's timer. The
 * returned function stops that.
 */
export function watchHappening({ clock }: TimedLane, watcher: Watcher): () => void {
  const all = watchers.get(clock) ?? new Set();
  watchers.set(clock, all.add(watcher));
  return () => all.delete(watcher);
}

/**
 * Everything that is due at one instant, in this order: orders expire, shoppers act, the day is settled, shops are
 * notified.
 */
export async function happen(lane: TimedLane, at: Instant, horizon: Instant): Promise<readonly Happened[]> {
  const happened: Happened[] = [];
  const note = (some: readonly Happened[]): void => {
    append(happened, some);
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
  // If there is nothing to settle, skip the midnights before the next other event.
  const idleUntil =
    settled === 0 ? earliest((await lane.store.views.nextDue({ expiries: false })) ?? horizon, horizon) : due;
  await settlementDone(lane, due, latest(due, later(idleUntil, -1)));
  return settled === 0 ? [] : [{ kind: "settlement", at: due, settled }];
}

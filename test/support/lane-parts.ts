import { decideCreateOrder } from "../../src/core/domain/decide/create-order.js";
import { decidePayOrder } from "../../src/core/domain/decide/pay-order.js";
import type { Circumstances } from "../../src/core/domain/decision.js";
import { evolve } from "../../src/core/domain/evolve.js";
import { ledgerOf } from "../../src/core/domain/ledger.js";
import { type Instant, instant, minorUnits } from "../../src/core/domain/money.js";
import type { Order } from "../../src/core/domain/order.js";
import { defaultPolicy, type Policy } from "../../src/core/facts/assumptions.js";
import { Choices } from "../../src/lane/choices.js";
import { Deliveries } from "../../src/lane/notifications/deliveries.js";
import { type NotifyOptions, paymentNotifications } from "../../src/lane/notifications/notification.js";
import type { Log } from "../../src/lane/ports/log.js";
import type { Delivery, Notifier } from "../../src/lane/ports/notifier.js";
import type { OutboxEntry } from "../../src/lane/ports/outbox.js";
import type { Tx, UnitResult } from "../../src/lane/ports/store.js";
import { SqliteStore } from "../../src/lane/store/sqlite/sqlite-store.js";
import { LaneTime } from "../../src/lane/time/lane-clock.js";
import type { TimedLane } from "../../src/lane/time/pulse.js";
import { Waiting } from "../../src/lane/time/waiting.js";

/** 2026-01-05 10:00 in Hong Kong. */
export const START = instant(Date.UTC(2026, 0, 5, 2));

/** A clock of the test's own for the machine's time. */
export class RealTime {
  at: number = START;
  now(): Instant {
    return instant(this.at);
  }
}

/** Keeps the lines that were said. */
export class KeptLog implements Log {
  readonly lines: string[] = [];
  debug(): void {}
  info(line: string): void {
    this.lines.push(line);
  }
  warn(line: string): void {
    this.lines.push(line);
  }
}

export const answer = (over: Partial<Delivery> = {}): Delivery => ({
  verdict: "acknowledged",
  request: "{}",
  status: 200,
  body: "OK",
  durationMs: 1,
  why: null,
  ...over,
});
export const failed = answer({ verdict: "failed", status: 500, body: "no", why: "answered 500" });

/** A notifier that answers as it is told, and keeps what it was given. */
export class ScriptedNotifier implements Notifier {
  readonly sent: OutboxEntry[] = [];
  reply: (entry: OutboxEntry) => Delivery | Promise<Delivery> = () => answer();
  async deliver(entry: OutboxEntry): Promise<Delivery> {
    this.sent.push(entry);
    return this.reply(entry);
  }
  async close(): Promise<void> {}
}

export interface Parts extends TimedLane {
  readonly real: RealTime;
  readonly log: KeptLog;
  readonly waiting: Waiting;
}

interface PartsOptions {
  /** A file, for a lane that outlives its process. */
  readonly from?: string;
  readonly real?: RealTime;
  readonly dailySettlement?: boolean;
  readonly policy?: Partial<Policy>;
}

/** A lane's parts that move with time, on a store of its own. */
export function laneParts(
  notifier: Notifier,
  { from, real = new RealTime(), dailySettlement, policy }: PartsOptions = {},
): Parts {
  const store = new SqliteStore({ seed: 1, from, clock: real });
  const clock = new LaneTime(store);
  const waiting = new Waiting();
  store.onCommit = (changes, moved) => {
    waiting.changed(changes, moved);
    clock.committed(changes);
  };
  const log = new KeptLog();
  const base = {
    name: "test",
    store,
    clock,
    choices: new Choices({ ...defaultPolicy, ...policy }),
    log,
    real,
    dailySettlement,
    waiting,
  };
  return { ...base, runTask: async () => undefined, deliveries: new Deliveries(base, notifier) };
}

let references = 0;

interface Wanted {
  readonly notifyUrl?: string;
  readonly paid?: boolean;
  readonly notify?: NotifyOptions;
}

/** An order made and paid by commands, its notifications frozen in the same commit. */
export function order(lane: Parts, wanted: Wanted = {}): Promise<{ order: Order; outbox: readonly OutboxEntry[] }> {
  return lane.store.transact((tx) => make(lane, wanted, tx));
}

function make(
  { choices }: Parts,
  { notifyUrl, paid = true, notify }: Wanted,
  tx: Tx,
): UnitResult<{ order: Order; outbox: readonly OutboxEntry[] }> {
  const { fresh } = tx;
  const { now } = tx.lane();
  const c: Circumstances = {
    now,
    answer: { approved: true },
    unsettled: minorUnits(0),
    fresh,
    policy: choices.ofServer.policy,
    capabilities: {},
  };
  const causedBy = fresh.exchangeId();
  const created = decideCreateOrder(
    {
      kind: "create-order",
      origin: "hosted",
      merchantId: 3,
      reference: `R-${++references}`,
      amount: minorUnits(69_900),
      email: "",
      currency: "HKD",
      recurring: false,
      options: {},
      notifyUrl,
    },
    c,
  );
  if (created.kind !== "accepted") throw new Error("expected the order to be made");
  const open = evolve(undefined, created.events[0]);
  if (!paid) return { result: { order: open, outbox: [] }, orders: [{ after: open }] };
  const instrument = { method: "CARD", maskedPan: "400000XXXXXX1000", cardType: "VISA" } as const;
  const pay = decidePayOrder({ kind: "pay-order", instrument }, open, c);
  if (pay.kind !== "accepted") throw new Error("expected the order to be paid");
  const after = pay.events.reduce<Order>(evolve, open);
  const outbox = paymentNotifications(after, fresh, { now, causedBy, notify });
  return {
    result: { order: after, outbox },
    orders: [{ after }],
    ledger: pay.events.flatMap((event) => ledgerOf(open, event)),
    outbox,
  };
}

import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Pool } from "undici";
import { instant } from "../src/core/domain/money.js";
import { defaultPolicy } from "../src/core/facts/assumptions.js";
import { Choices } from "../src/lane/choices.js";
import { Deliveries } from "../src/lane/notifications/deliveries.js";
import { HttpNotifier } from "../src/lane/notify/http-notifier.js";
import { silentLog } from "../src/lane/ports/log.js";
import type { OutboxEntry } from "../src/lane/ports/outbox.js";
import type { UnitResult } from "../src/lane/ports/store.js";
import { SqliteStore } from "../src/lane/store/sqlite/sqlite-store.js";
import { LaneTime } from "../src/lane/time/lane-clock.js";
import { Waiting } from "../src/lane/time/waiting.js";

const key: KeyObject = createPrivateKey(readFileSync("fixtures/keys/notification.private.pem", "utf8"));
const fields = {
  amount: "699.00",
  maskedPan: "400000XXXXXX1000",
  orderId: "489825",
  signature: "",
  cardType: "VISA",
  updateTime: "2026-01-05T02:00:00.000+00:00",
  merchantReference: "BENCH-1",
  status: "SUCCESS",
};

/** Notifications a second of our outbox: rows read, signed, sent, attempts recorded. */
export async function ours(url: string, count: number): Promise<number> {
  const { store, notifier, deliveries } = await lane(url, count);
  const started = performance.now();
  await deliveries.dispatch();
  await deliveries.drain();
  const rate = (count * 1000) / (performance.now() - started);
  const all = await store.views.notifications({ limit: count });
  const unsent = all.filter(({ state }) => state !== "acknowledged").length;
  if (unsent > 0) throw new Error(`expected all of ${count} to be acknowledged, ${unsent} are not`);
  await notifier.close();
  await store.close();
  return rate;
}

/** The same number by eight workers that do nothing but sign, send and read. */
export async function bare(url: string, count: number): Promise<number> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: 8 });
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const text = Object.entries(fields)
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join("&");
      const signature = await new Promise<string>((resolve, reject) =>
        sign("sha256", Buffer.from(text), key, (error, bytes) =>
          error ? reject(error) : resolve(bytes.toString("base64")),
        ),
      );
      const { body } = await pool.request({
        path: pathname,
        method: "POST",
        body: JSON.stringify({ ...fields, signature }),
      });
      await body.text();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: 8 }, worker));
  const rate = (count * 1000) / (performance.now() - started);
  await pool.close();
  return rate;
}

/** Heap, in MB, that waiting for a dead target takes: to queue all, and what it grows by in three seconds. */
export async function waiting(url: string, count: number): Promise<{ queuedMb: number; grownMb: number }> {
  const { store, notifier, deliveries } = await lane(url, count);
  const before = heapMb();
  await deliveries.dispatch();
  const queued = heapMb();
  await sleep(3000);
  const after = heapMb();
  deliveries.close();
  await notifier.close();
  await store.close();
  return { queuedMb: queued - before, grownMb: after - queued };
}

async function lane(url: string, count: number) {
  const store = new SqliteStore({ seed: 1 });
  await store.transact(({ fresh }) => fill(url, count, () => fresh.notificationId()));
  const clock = new LaneTime(store);
  const notifier = new HttpNotifier({ key, log: silentLog, timeoutMs: 1000 });
  return {
    store,
    notifier,
    deliveries: new Deliveries(
      { store, clock, choices: new Choices(defaultPolicy), log: silentLog, waiting: new Waiting() },
      notifier,
    ),
  };
}

function fill(url: string, count: number, id: () => number): UnitResult<void> {
  const outbox = Array.from(
    { length: count },
    (_, i): OutboxEntry => ({
      id: id(),
      kind: "payment",
      merchantId: 3,
      orderId: i + 1,
      url,
      fields,
      createdAt: instant(0),
      dueAt: instant(0),
      state: "due",
      attemptCount: 0,
      effects: {},
      causedBy: i + 1,
    }),
  );
  return { result: undefined, outbox };
}

function heapMb(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed / 1_048_576;
}

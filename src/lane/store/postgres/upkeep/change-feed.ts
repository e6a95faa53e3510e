import { hash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { RemoteChange } from "../../../ports/lane-storage.js";
import type { Database } from "../connection/database.js";
import type { UpkeepFailures } from "./upkeep-failures.js";

/** Changes within this many milliseconds share one NOTIFY, because NOTIFY makes commits wait for one another. */
const TOLD_EVERY_MS = 20;
/** A message in PostgreSQL can have at most 8000 bytes. */
const LANES_AT_ONCE = 300;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;
/**
 * How often to ping the listening connection. A connection that only listens doesn't notice that the other end is
 * gone.
 */
const BEAT_MS = 10_000;

/** Messages between nodes through the database, about lanes that changed or are gone. */
export function nodeFeed(database: Database, node: string, failures: UpkeepFailures, beatMs = BEAT_MS) {
  /** Each schema has its own channel, because sandboxes may share a database. */
  const channel = `payment_sandbox_${hash("sha256", database.address.schema).slice(0, 12)}`;
  /** The messages to send, by lane. */
  const told = new Map<number, "changed" | "gone">();
  const stop = new AbortController();
  let listener: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let heard: ((change: RemoteChange) => void) | undefined;

  const plan = (): void => {
    if (!timer && heard && !stop.signal.aborted) timer = setTimeout(() => void send(), TOLD_EVERY_MS).unref();
  };

  const send = async (): Promise<void> => {
    timer = undefined;
    const some = [...told].slice(0, LANES_AT_ONCE);
    for (const [lane] of some) told.delete(lane);
    const lanes = (wanted: string) => some.filter(([, what]) => what === wanted).map(([lane]) => lane);
    const message = { node, changed: lanes("changed"), gone: lanes("gone") };
    try {
      await database.rows("SELECT pg_notify($1, $2)", [channel, JSON.stringify(message)]);
      failures.worked("notify");
    } catch (error) {
      // Every node listens again once the database is back.
      failures.failed("notify", error);
    }
    if (told.size > 0) plan();
  };

  /** Listens again after each failure, and whenever the connection has ended. */
  const listen = async (): Promise<void> => {
    for (let retryMs = FIRST_RETRY_MS; !stop.signal.aborted; retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)) {
      try {
        listener = await database.client();
        await listenOn(listener, () => (retryMs = FIRST_RETRY_MS));
      } catch (error) {
        failures.failed("listen", error);
      }
      await pause(retryMs, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  };

  /** Listens until the connection ends, or until a ping gets no answer in time. */
  const listenOn = async (client: pg.Client, works: () => void): Promise<void> => {
    const end = new AbortController();
    client.on("end", () => end.abort());
    client.on("notification", ({ payload = "" }) => {
      const { node: other, changed, gone } = JSON.parse(payload);
      if (other !== node) heard?.({ changed, gone });
    });
    try {
      await client.query(`LISTEN ${channel}`);
      if (stop.signal.aborted) return;
      // Makes up for messages that were lost with the last connection.
      heard?.("anything");
      failures.worked("listen");
      works();
      while (!end.signal.aborted) {
        await client.query({ text: "SELECT 1", query_timeout: beatMs } as pg.QueryConfig);
        await pause(beatMs, undefined, { signal: end.signal, ref: false }).catch(() => {});
      }
    } finally {
      client.end(() => {});
    }
  };

  return {
    start: (hears: (change: RemoteChange) => void): void => {
      heard = hears;
      void listen();
    },
    tell: (laneId: number, what: "changed" | "gone"): void => {
      if (told.get(laneId) !== "gone") told.set(laneId, what);
      plan();
    },
    stop: async (): Promise<void> => {
      stop.abort();
      clearTimeout(timer);
      await listener?.end().catch(() => {});
    },
  };
}

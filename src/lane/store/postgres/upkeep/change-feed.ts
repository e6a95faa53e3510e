import { hash } from "node:crypto";
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
export class NodeFeed {
  readonly #database: Database;
  readonly #node: string;
  /** Each schema has its own channel, because sandboxes may share a database. */
  readonly #channel: string;
  /** The messages to send, by lane. */
  readonly #told = new Map<number, "changed" | "gone">();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #heard: ((change: RemoteChange) => void) | undefined;
  readonly #beatMs: number;
  readonly #failures: UpkeepFailures;
  #isStopped = false;

  constructor(database: Database, node: string, failures: UpkeepFailures, { beatMs = BEAT_MS } = {}) {
    this.#failures = failures;
    this.#database = database;
    this.#node = node;
    this.#channel = `payment_sandbox_${hash("sha256", database.schema).slice(0, 12)}`;
    this.#beatMs = beatMs;
  }

  start(heard: (change: RemoteChange) => void): void {
    this.#heard = heard;
    void this.#listen(FIRST_RETRY_MS);
  }

  tell(laneId: number, what: "changed" | "gone"): void {
    if (this.#told.get(laneId) !== "gone") this.#told.set(laneId, what);
    this.#plan();
  }

  #plan(): void {
    if (this.#timer || this.#isStopped || !this.#heard) return;
    this.#timer = setTimeout(() => void this.#send(), TOLD_EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => {});
  }

  /**
   * Makes up for messages that were lost with a connection: after a reconnect, listeners are told that anything may
   * have changed.
   */
  async #send(): Promise<void> {
    this.#timer = undefined;
    const some = [...this.#told].slice(0, LANES_AT_ONCE);
    for (const [lane] of some) this.#told.delete(lane);
    const lanes = (wanted: string) => some.filter(([, what]) => what === wanted).map(([lane]) => lane);
    const message = { node: this.#node, changed: lanes("changed"), gone: lanes("gone") };
    try {
      await this.#database.rows("SELECT pg_notify($1, $2)", [this.#channel, JSON.stringify(message)]);
      this.#failures.worked("notify");
    } catch (error) {
      // Every node listens again once the database is back.
      this.#failures.failed("notify", error);
    }
    if (this.#told.size > 0) this.#plan();
  }

  async #listen(retryMs: number): Promise<void> {
    if (this.#isStopped) return;
    const again = () => {
      if (this.#isStopped) return;
      const timer = setTimeout(() => void this.#listen(Math.min(retryMs * 2, LAST_RETRY_MS)), retryMs);
      timer.unref();
    };
    try {
      const client = await this.#database.client();
      this.#client = client;
      this.#keepAsking(client);
      client.on("notification", ({ payload = "" }) => this.#hear(payload));
      client.on("end", again);
      await client.query(`LISTEN ${this.#channel}`);
      if (this.#isStopped) await client.end();
      else this.#heard?.("anything");
      this.#failures.worked("listen");
    } catch (error) {
      this.#failures.failed("listen", error);
      again();
    }
  }

  /** If no answer comes in time, closes the connection, and a new one is opened. */
  #keepAsking(client: pg.Client): void {
    const asking = setInterval(() => {
      const ping = { text: "SELECT 1", query_timeout: this.#beatMs } as pg.QueryConfig;
      client.query(ping).catch(() => client.end(() => {}));
    }, this.#beatMs);
    asking.unref();
    client.on("end", () => clearInterval(asking));
  }

  #hear(payload: string): void {
    const { node, changed, gone } = JSON.parse(payload);
    if (node !== this.#node) this.#heard?.({ changed, gone });
  }
}

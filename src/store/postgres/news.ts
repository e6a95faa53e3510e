import type pg from "pg";
import type { LaneNews } from "../../app/ports/lane-storage.js";
import type { Database } from "./database.js";

const CHANNEL = "payment_sandbox";
/** Changes of so many milliseconds are told together: NOTIFY makes commits wait for one another. */
const TOLD_EVERY_MS = 20;
/** PostgreSQL takes up to 8000 bytes. */
const LANES_AT_ONCE = 300;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;
/** How often the listening connection is asked whether it is there: whoever only listens is not told that the other end is gone. */
const BEAT_MS = 10_000;

/** What nodes tell one another through the database: which lanes changed. */
export class News {
  readonly #database: Database;
  readonly #node: string;
  readonly #changed = new Set<number>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #heard: ((news: LaneNews) => void) | undefined;
  readonly #beatMs: number;
  #isStopped = false;

  constructor(database: Database, node: string, { beatMs = BEAT_MS } = {}) {
    this.#database = database;
    this.#node = node;
    this.#beatMs = beatMs;
  }

  start(heard: (news: LaneNews) => void): void {
    this.#heard = heard;
    void this.#listen(FIRST_RETRY_MS);
  }

  tell(laneId: number): void {
    this.#changed.add(laneId);
    if (this.#timer || this.#isStopped || !this.#heard) return;
    this.#timer = setTimeout(() => void this.#send(), TOLD_EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => {});
  }

  /** News that are lost with a connection are made up for: who listens anew hears that anything may have changed. */
  async #send(): Promise<void> {
    this.#timer = undefined;
    const lanes = [...this.#changed].slice(0, LANES_AT_ONCE);
    for (const lane of lanes) this.#changed.delete(lane);
    try {
      await this.#database.rows({ name: "notify", text: "SELECT pg_notify($1, $2)" }, [
        CHANNEL,
        `${this.#node}:${lanes.join(",")}`,
      ]);
    } catch {
      // The database is away: every node listens anew when it is back.
    }
    const [next] = this.#changed;
    if (next !== undefined) this.tell(next);
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
      await client.query(`LISTEN ${CHANNEL}`);
      if (this.#isStopped) await client.end();
      else this.#heard?.("anything");
    } catch {
      again();
    }
  }

  /** Where no answer comes in time the driver gives the connection up, and its end begins another. */
  #keepAsking(client: pg.Client): void {
    const asking = setInterval(() => {
      client.query({ text: "SELECT 1", query_timeout: this.#beatMs } as pg.QueryConfig).catch(() => {});
    }, this.#beatMs);
    asking.unref();
    client.on("end", () => clearInterval(asking));
  }

  #hear(payload: string): void {
    const [node, lanes = ""] = payload.split(":");
    if (node === this.#node || lanes === "") return;
    this.#heard?.({ lanes: lanes.split(",").map(Number) });
  }
}

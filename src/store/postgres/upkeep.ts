import type { StorageEvents } from "../../app/ports/lane-storage.js";
import { BEGIN_UNHURRIED, type Database, type Statement } from "./database.js";
import { boundJournal } from "./journal-bound.js";
import { LANE_NOW } from "./lane-state.js";
import { laneTables } from "./migrations.js";
import { News } from "./news.js";

/** How often a node looks for what no living node does, in milliseconds. */
const LOOK_MS = 1_000;
/** Rows of dropped lanes that are deleted at once. */
const DELETED_AT_ONCE = 25_000;
/** A lane that is being made for so long will never be. */
const ABANDONED = "interval '10 minutes'";

/** Lanes in which something is due: of a node that is gone, or of none. */
const dueLanes: Statement = {
  name: "due-lanes",
  text: `SELECT name FROM (
      SELECT id, name, CASE
        WHEN clock->>'standingAt' IS NOT NULL AND moved_until > clock_timestamp() THEN NULL ELSE ${LANE_NOW} END AS now,
        CASE WHEN $1::boolean THEN (record->>'nextSettlement')::float8 END AS settles_at
      FROM lanes WHERE name IS NOT NULL) l
    WHERE EXISTS (SELECT 1 FROM outbox WHERE lane_id = l.id AND state = 'due' AND due_at <= l.now
        AND (lease_until IS NULL OR lease_until < clock_timestamp()))
      OR EXISTS (SELECT 1 FROM outbox WHERE lane_id = l.id AND state = 'in-flight' AND lease_until < clock_timestamp())
      OR EXISTS (SELECT 1 FROM scheduled_tasks WHERE lane_id = l.id AND at <= l.now - 1000)
      OR EXISTS (SELECT 1 FROM orders WHERE lane_id = l.id AND status = 'OPEN' AND expires_at <= l.now - 1000)
      OR settles_at <= l.now - 1000`,
};

const droppedLanes: Statement = {
  name: "dropped-lanes",
  text: `SELECT id FROM lanes WHERE dropped_at IS NOT NULL OR (name IS NULL AND made_at < clock_timestamp() - ${ABANDONED})
    LIMIT 20`,
};
const deleteRows = (table: string): Statement => ({
  name: `delete-${table}`,
  text: `WITH gone AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE lane_id = $1 LIMIT ${DELETED_AT_ONCE})) RETURNING 1)
    SELECT count(*) AS n FROM gone`,
  isLong: true,
});
const clearing: Statement = {
  name: "clearing",
  text: "SELECT pg_try_advisory_xact_lock(46553, hashtext($1::text || ' ' || $2)) AS is_alone",
};
/** The journal is most of a lane: it goes beside the rest. */
const clearedTogether: readonly (readonly string[])[] = [
  ["exchanges"],
  [...laneTables.filter((table) => table !== "exchanges"), "lane_changes"],
];
const deleteLane: Statement = { name: "delete-lane", text: "DELETE FROM lanes WHERE id = $1" };

/** What a node sees to that nothing grows without end. */
export interface UpkeepBounds {
  readonly journalBytes: number;
  /** Undefined: lanes stay. */
  readonly laneTtlMs: number | undefined;
  /** Whether lanes settle by themselves each day. */
  readonly settlesDaily: boolean;
}

const DEFAULT_LANE = "default";
/** With every so many looks a node asks for what has grown too much. */
const BOUNDED_EVERY = 5;

/** Who follows a lane reads within seconds. */
const forgetChanges: Statement = {
  name: "forget-changes",
  text: "DELETE FROM lane_changes WHERE made_at < clock_timestamp() - interval '10 minutes'",
};
const expireLanes: Statement = {
  name: "expire-lanes",
  text: `UPDATE lanes SET name = NULL, dropped_at = clock_timestamp()
    WHERE name IS NOT NULL AND name <> $1 AND used_at < clock_timestamp() - $2::bigint * interval '1 ms'`,
};

/** What a node does beside its calls: it hears of other nodes, takes over what they left, and clears dropped lanes away. */
export class Upkeep {
  readonly #database: Database;
  readonly #bounds: UpkeepBounds;
  readonly #news: News;
  #events: StorageEvents | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isStopped = false;

  #looks = 0;

  constructor(database: Database, node: string, bounds: UpkeepBounds) {
    this.#database = database;
    this.#bounds = bounds;
    this.#news = new News(database, node);
  }

  start(events: StorageEvents): void {
    this.#events = events;
    this.#news.start((news) => events.changed(news));
    this.#plan(LOOK_MS);
  }

  /** Tells other nodes, soon, that a lane changed. */
  tell(laneId: number): void {
    this.#news.tell(laneId);
  }

  /** Looks again, before it is time. */
  soon(): void {
    if (this.#timer) this.#plan(0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#news.stop();
  }

  #plan(waitMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => this.#plan(LOOK_MS));
    }, waitMs);
    this.#timer.unref();
  }

  /** A database that is away is looked at again the next time. */
  async #look(): Promise<void> {
    try {
      for (const { name } of await this.#database.rows(dueLanes, [this.#bounds.settlesDaily])) this.#events?.due(name);
      if (this.#looks++ % BOUNDED_EVERY === 0) await this.bound();
      for (const { id } of await this.#database.rows(droppedLanes)) await this.#clear(id);
    } catch {}
  }

  /** Shortens the journal, and drops lanes that nobody used for too long. */
  async bound(): Promise<void> {
    const { journalBytes, laneTtlMs } = this.#bounds;
    await boundJournal(this.#database, journalBytes);
    await this.#database.rows(forgetChanges);
    if (laneTtlMs !== undefined) await this.#database.rows(expireLanes, [DEFAULT_LANE, laneTtlMs]);
  }

  /** Rows go some at a time, the lane's own row last. What another node clears is left to it. */
  async #clear(laneId: number): Promise<void> {
    const areGone = await Promise.all(clearedTogether.map((tables) => this.#clearTables(laneId, tables)));
    if (areGone.every((isGone) => isGone)) await this.#database.atOnce(BEGIN_UNHURRIED, [[deleteLane, [laneId]]]);
  }

  /** Tells whether their rows are gone. */
  async #clearTables(laneId: number, tables: readonly string[]): Promise<boolean> {
    for (;;) {
      const left = this.#isStopped ? undefined : await this.#clearSome(laneId, tables);
      if (left !== "some") return left === "none";
    }
  }

  /** Undefined where another node is about it. */
  #clearSome(laneId: number, tables: readonly string[]): Promise<"some" | "none" | undefined> {
    return this.#database.transaction(async (connection) => {
      const [[{ is_alone }]] = (await Promise.all([
        connection.rows(clearing, [laneId, tables[0]]),
        connection.run("SET LOCAL synchronous_commit = off"),
      ])) as unknown as [[{ is_alone: boolean }]];
      if (!is_alone) return undefined;
      const deleted = await Promise.all(tables.map((table) => connection.rows(deleteRows(table), [laneId])));
      return deleted.some(([{ n }]) => n === DELETED_AT_ONCE) ? "some" : "none";
    });
  }
}

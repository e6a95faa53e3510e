import type { StorageEvents } from "../../../ports/lane-storage.js";
import type { Log } from "../../../ports/log.js";
import { commitUnhurried, LONG_MS } from "../connection/connection.js";
import type { Database } from "../connection/database.js";
import { laneTables } from "../schema/migrations.js";
import { LANE_NOW } from "../units/lane-state.js";
import { NodeFeed } from "./change-feed.js";
import { boundJournal } from "./journal-bound.js";
import { UpkeepFailures } from "./upkeep-failures.js";

/** How often a node looks for work that no living node does, in milliseconds. */
const LOOK_MS = 1_000;
/** How many rows of dropped lanes are deleted at once. */
const DELETED_AT_ONCE = 25_000;
/** If creating a lane takes longer than this, its node has probably died. */
const ABANDONED = "interval '10 minutes'";

/** Lanes with due work whose node is gone, or that no node has open. */
const dueLanes = `SELECT name FROM (
      SELECT id, name, CASE
        WHEN clock->>'standingAt' IS NOT NULL AND moved_until > clock_timestamp() THEN NULL ELSE ${LANE_NOW} END AS now,
        CASE WHEN $1::boolean THEN (record->>'nextSettlement')::float8 END AS settles_at
      FROM lanes WHERE name IS NOT NULL) l
    WHERE EXISTS (SELECT 1 FROM outbox WHERE lane_id = l.id AND state = 'due' AND due_at <= l.now
        AND (lease_until IS NULL OR lease_until < clock_timestamp()))
      OR EXISTS (SELECT 1 FROM outbox WHERE lane_id = l.id AND state = 'in-flight' AND lease_until < clock_timestamp())
      OR EXISTS (SELECT 1 FROM scheduled_tasks WHERE lane_id = l.id AND at <= l.now - 1000)
      OR EXISTS (SELECT 1 FROM orders WHERE lane_id = l.id AND status = 'OPEN' AND expires_at <= l.now - 1000)
      OR settles_at <= l.now - 1000`;

const droppedLanes = `SELECT id FROM lanes WHERE dropped_at IS NOT NULL OR (name IS NULL AND made_at < clock_timestamp() - ${ABANDONED})
    LIMIT 20`;
const deleteRows = (table: string) => `WITH gone AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE lane_id = $1 LIMIT ${DELETED_AT_ONCE})) RETURNING 1)
    SELECT count(*) AS n FROM gone`;
const clearing =
  "SELECT pg_try_advisory_xact_lock(46553, hashtext(current_schema() || ' ' || $1::text || ' ' || $2)) AS is_alone";
/** The journal is the largest part of a lane, so it is deleted in parallel with the rest. */
const clearedTogether: readonly (readonly string[])[] = [
  ["exchanges"],
  [...laneTables.filter((table) => table !== "exchanges"), "lane_changes"],
];
const deleteLane = "DELETE FROM lanes WHERE id = $1";

/** Limits that a node enforces. */
export interface UpkeepBounds {
  readonly journalBytes: number;
  /** Undefined: lanes never expire. */
  readonly laneTtlMs: number | undefined;
  /** True if lanes settle automatically each day. */
  readonly settlesDaily: boolean;
  readonly log: Log;
}

const DEFAULT_LANE = "default";
/** After how many rounds a node checks the size limits. */
const BOUNDED_EVERY = 5;

/** Nodes that follow a lane read changes within seconds, so older ones can be deleted. */
const forgetChanges = "DELETE FROM lane_changes WHERE made_at < clock_timestamp() - interval '10 minutes'";
const expireLanes = `UPDATE lanes SET name = NULL, dropped_at = clock_timestamp()
    WHERE name IS NOT NULL AND name <> $1 AND used_at < clock_timestamp() - $2::bigint * interval '1 ms' RETURNING id`;

/**
 * A node's background work: reads other nodes' changes, takes over the work of dead nodes, and deletes dropped lanes.
 */
export class Upkeep {
  readonly #database: Database;
  readonly #bounds: UpkeepBounds;
  readonly #changes: NodeFeed;
  readonly #failures: UpkeepFailures;
  #events: StorageEvents | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isStopped = false;

  #looks = 0;

  constructor(database: Database, node: string, bounds: UpkeepBounds) {
    this.#database = database;
    this.#bounds = bounds;
    this.#failures = new UpkeepFailures(database.counts, bounds.log);
    this.#changes = new NodeFeed(database, node, this.#failures);
  }

  start(events: StorageEvents): void {
    this.#events = events;
    this.#changes.start((change) => events.changed(change));
    this.#plan(LOOK_MS);
  }

  /** Soon tells other nodes that a lane has changed or is gone. */
  tell(laneId: number, what: "changed" | "gone" = "changed"): void {
    this.#changes.tell(laneId, what);
  }

  /** Checks again before the next regular time. */
  soon(): void {
    if (this.#timer) this.#plan(0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#changes.stop();
  }

  #plan(waitMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => this.#plan(LOOK_MS));
    }, waitMs);
    this.#timer.unref();
  }

  /** Ignores errors: if the database is down, the next round tries again. */
  async #look(): Promise<void> {
    const { counts } = this.#database;
    counts.looks++;
    try {
      const due = await this.#database.rows(dueLanes, [this.#bounds.settlesDaily]);
      counts.dueLanes += due.length;
      for (const { name } of due) this.#events?.due(name);
      if (this.#looks++ % BOUNDED_EVERY === 0) await this.bound();
      for (const { id } of await this.#database.rows(droppedLanes)) await this.#clear(id);
      this.#failures.worked("look");
    } catch (error) {
      this.#failures.failed("look", error);
    }
  }

  /** Shortens the journal, and drops lanes that have been unused for too long. */
  async bound(): Promise<void> {
    const { journalBytes, laneTtlMs } = this.#bounds;
    await boundJournal(this.#database, journalBytes);
    await this.#database.rows(forgetChanges);
    if (laneTtlMs === undefined) return;
    for (const { id } of await this.#database.rows(expireLanes, [DEFAULT_LANE, laneTtlMs])) this.tell(id, "gone");
  }

  /** Deletes rows in batches, the lane's own row last. Skips rows that another node is deleting. */
  async #clear(laneId: number): Promise<void> {
    const areGone = await Promise.all(clearedTogether.map((tables) => this.#clearTables(laneId, tables)));
    if (areGone.every((isGone) => isGone)) await this.#database.rows(deleteLane, [laneId]);
  }

  /** Returns true if all their rows are deleted. */
  async #clearTables(laneId: number, tables: readonly string[]): Promise<boolean> {
    for (;;) {
      const left = this.#isStopped ? undefined : await this.#clearSome(laneId, tables);
      if (left !== "some") return left === "none";
    }
  }

  /** Undefined if another node is clearing it. */
  #clearSome(laneId: number, tables: readonly string[]): Promise<"some" | "none" | undefined> {
    return this.#database.transaction(async (connection) => {
      const [[{ is_alone }]] = (await Promise.all([
        connection.rows(clearing, [laneId, tables[0]]),
        connection.rows(commitUnhurried),
      ])) as unknown as [[{ is_alone: boolean }]];
      if (!is_alone) return undefined;
      const deleted = await Promise.all(tables.map((table) => connection.rows(deleteRows(table), [laneId], LONG_MS)));
      return deleted.some(([{ n }]) => n === DELETED_AT_ONCE) ? "some" : "none";
    });
  }
}

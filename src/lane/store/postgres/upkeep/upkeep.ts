import { setTimeout as pause } from "node:timers/promises";
import type { StorageEvents } from "../../../ports/lane-storage.js";
import type { Log } from "../../../ports/log.js";
import { DEFAULT_LANE } from "../../../ports/name.js";
import { commitUnhurried, WHOLE_LANE_MS } from "../connection/connection.js";
import type { Database } from "../connection/database.js";
import { laneTables } from "../schema/migrations.js";
import { LANE_NOW } from "../units/lane-state.js";
import { nodeFeed } from "./change-feed.js";
import { boundJournal } from "./journal-bound.js";
import { upkeepFailures } from "./upkeep-failures.js";

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
/** Two locks, because nodes of earlier releases delete a lane in two parts. */
const clearing = `SELECT bool_and(pg_try_advisory_xact_lock(46553, hashtext(current_schema() || ' ' || $1::text || ' ' || part)))
    AS is_alone FROM unnest(ARRAY['exchanges', 'rules']) part`;
const deleteLane = "DELETE FROM lanes WHERE id = $1";

/** Limits that a node enforces. */
export interface UpkeepBounds {
  /** The limit for all lanes' journals. */
  readonly journalBytes: number;
  /** How long an unused lane stays. Undefined: forever. */
  readonly laneTtlMs: number | undefined;
  /** True if lanes settle automatically each day. Left out: they don't. */
  readonly settlesDaily?: boolean;
  readonly log: Log;
}

/** After how many rounds a node checks the size limits. */
const BOUNDED_EVERY = 5;

/** Nodes that follow a lane read changes within seconds, so older ones can be deleted. */
const forgetChanges = "DELETE FROM lane_changes WHERE made_at < clock_timestamp() - interval '10 minutes'";
const expireLanes = `UPDATE lanes SET name = NULL, dropped_at = clock_timestamp()
    WHERE name IS NOT NULL AND name <> $1 AND used_at < clock_timestamp() - $2::bigint * interval '1 ms' RETURNING id`;

/**
 * A node's background work: reads other nodes' changes, takes over the work of dead nodes, and deletes dropped lanes.
 */
export function upkeepOf(database: Database, node: string, bounds: UpkeepBounds) {
  const { counts } = database;
  const { journalBytes, laneTtlMs, settlesDaily = false } = bounds;
  const failures = upkeepFailures(counts, bounds.log);
  const feed = nodeFeed(database, node, failures);
  let isStopped = false;
  /** Ends the pause before the next look. */
  let soon = new AbortController();
  let looking: Promise<void> | undefined;

  const lookOften = async (events: StorageEvents): Promise<void> => {
    for (;;) {
      await pause(LOOK_MS, undefined, { signal: soon.signal, ref: false }).catch(() => {});
      if (isStopped) return;
      soon = new AbortController();
      await look(events);
    }
  };

  /** If the database is down, the next round tries again. */
  const look = async (events: StorageEvents): Promise<void> => {
    const isBounding = counts.looks++ % BOUNDED_EVERY === 0;
    try {
      const due = await database.rows(dueLanes, [settlesDaily]);
      counts.dueLanes += due.length;
      for (const { name } of due) events.due(name);
      if (isBounding) await bound();
      for (const { id } of await database.rows(droppedLanes)) await clear(id);
      failures.worked("look");
    } catch (error) {
      failures.failed("look", error);
    }
  };

  /** Shortens the journal, and drops lanes that have been unused for too long. */
  const bound = async (): Promise<void> => {
    await boundJournal(database, journalBytes);
    await database.rows(forgetChanges);
    if (laneTtlMs === undefined) return;
    for (const { id } of await database.rows(expireLanes, [DEFAULT_LANE, laneTtlMs])) feed.tell(id, "gone");
  };

  /** Deletes rows in batches, the lane's own row last. Skips a lane that another node is deleting. */
  const clear = async (laneId: number): Promise<void> => {
    let most: number | undefined;
    do most = await clearSome(database, laneId);
    while (most === DELETED_AT_ONCE && !isStopped);
    if (most !== undefined && most < DELETED_AT_ONCE) await database.rows(deleteLane, [laneId]);
  };

  return {
    start: (events: StorageEvents): void => {
      feed.start((change) => events.changed(change));
      looking = lookOften(events);
    },
    /** Soon tells other nodes that a lane has changed or is gone. */
    tell: (laneId: number, what: "changed" | "gone" = "changed"): void => feed.tell(laneId, what),
    /** Looks again before the next regular time. */
    soon: (): void => soon.abort(),
    stop: async (): Promise<void> => {
      isStopped = true;
      soon.abort();
      await looking;
      await feed.stop();
    },
  };
}

/** Returns the most rows that were deleted of a table. Undefined if another node is deleting the lane. */
const clearSome = (database: Database, laneId: number): Promise<number | undefined> =>
  database.transaction(async ({ rows }) => {
    const [[lock]] = await Promise.all([rows(clearing, [laneId]), rows(commitUnhurried)]);
    if (!lock.is_alone) return undefined;
    const tables = [...laneTables, "lane_changes"];
    const deleted = await Promise.all(tables.map((table) => rows(deleteRows(table), [laneId], WHOLE_LANE_MS)));
    return Math.max(...deleted.map(([{ n }]) => n));
  });

import { type Instant, instant } from "../../../../core/domain/money.js";
import { loadRegexesFor } from "../../../../core/scenario/values/pattern.js";
import { idBases, type LastIds } from "../../../commands/fresh-ids.js";
import type { ClockState, LaneRecord } from "../../../ports/lane-record.js";
import type { Row } from "../connection/connection.js";

/**
 * The last ids that a lane has used, the number of its orders, and when it was last written, in ms on the database's
 * clock.
 */
export type StoredIds = LastIds & Record<"orders" | "ledger", number> & { at?: number };

/** The last ids of a new lane with this seed. */
export function firstIds(seed: number): StoredIds {
  const { stan: _, ...bases } = idBases(seed);
  const none = { exchange: 0, notification: 0, cardEntry: 0, commit: 0, rule: 0, task: 0 };
  return { ...bases, ...none, orders: 0, ledger: 0 };
}

/**
 * A lane's record with its version. Its clock is that of the lane's row. A change of a merchant counts as a new version,
 * because nodes of earlier releases cache merchants by it.
 */
export interface KnownRecord {
  readonly version: number;
  readonly record: LaneRecord;
}

/** A lane's row. */
export interface ReadRow {
  readonly clock: ClockState;
  /** On the database's clock. Never before the lane's last write. */
  readonly realNow: Instant;
  readonly ids: StoredIds;
}

/**
 * True if the process that froze the clock for a move has lost its lease, or if this lane is a copy of the moved one.
 * The clock then counts as running.
 */
const CLOCK = "clock, coalesce(moved_until < clock_timestamp(), true) AS is_mover_gone";
const MS_NOW = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
/** The database's time in milliseconds. */
export const NOW = `${MS_NOW} AS now`;
/** The time on a lane's clock, computed from its row. A running clock is the database's time plus an offset. */
export const LANE_NOW = `CASE WHEN clock->>'mode' = 'frozen' THEN (clock->>'at')::float8::bigint
  ELSE ${MS_NOW} + (clock->>'offsetMs')::float8::bigint END`;

const columns = `record_version, ids, ${CLOCK}, ${NOW}`;

/**
 * Locks a lane. This also gives the transaction an id with which its outcome can be queried. If the lane was written
 * while this waited, PostgreSQL reads the row again.
 */
export const lockLane = `SELECT ${columns}, moved_by, pg_current_xact_id()::text AS xid FROM lanes
    WHERE id = $1 AND dropped_at IS NULL FOR UPDATE`;

/** A lane's current row. The record may be large, so it and the rules are read only if its version isn't $2. */
export const readLane = `SELECT ${columns}, CASE WHEN record_version IS DISTINCT FROM $2::bigint THEN record END AS record,
    CASE WHEN record_version IS DISTINCT FROM $2::bigint THEN (SELECT coalesce(json_agg(r.doc ORDER BY r.n), '[]') FROM rules r WHERE r.lane_id = l.id) END AS rules
    FROM lanes l WHERE id = $1 AND dropped_at IS NULL`;

/** Creates a lane that isn't visible yet, so that it can get its initial state first. */
export const stageLane = `INSERT INTO lanes (clock, record, ids) VALUES ($1, $2, $3) RETURNING id`;

export function readLaneRow(row: Row): ReadRow {
  const clock = JSON.parse(row.clock) as ClockState;
  const { standingAt: _, ...running } = clock;
  const ids = JSON.parse(row.ids) as StoredIds;
  return {
    clock: row.is_mover_gone ? running : clock,
    realNow: instant(Math.max(row.now, ids.at ?? 0)),
    ids,
  };
}

/**
 * The record and rules in a row that contains them. Awaits the regex engine, because another process may have added a
 * regex.
 */
export async function readRecord(row: Row): Promise<KnownRecord> {
  const record = { ...JSON.parse(row.record), rules: JSON.parse(row.rules) } as LaneRecord;
  await loadRegexesFor(record);
  return { version: row.record_version, record };
}

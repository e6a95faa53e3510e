import {
  type ClockState,
  type LaneChanges,
  type LaneRecord,
  type LaneState,
  laneTime,
  type StoredRule,
} from "../../app/ports/lane-record.js";
import { type Instant, instant } from "../../domain/money.js";
import { loadRegexesFor } from "../../scenario/pattern.js";
import { idBases } from "../id-bases.js";
import type { Row, Statement } from "./database.js";

/** The last ids that a lane gave out, and how many orders it has. */
export type LastIds = Record<
  | "orders"
  | "order"
  | "transaction"
  | "exchange"
  | "notification"
  | "token"
  | "cardEntry"
  | "commit"
  | "ledger"
  | "rule"
  | "task",
  number
>;

/** What a lane with this seed has given out before anything happened in it. */
export function firstIds(seed: number): LastIds {
  const { order, transaction, token } = idBases(seed);
  return {
    order,
    transaction,
    token,
    orders: 0,
    exchange: 0,
    notification: 0,
    cardEntry: 0,
    commit: 0,
    ledger: 0,
    rule: 0,
    task: 0,
  };
}

/** The parts of a lane's record that change seldom, kept with the version that they had; merchants belong to the same version. */
export interface KnownRecord {
  readonly version: number;
  readonly record: Omit<LaneRecord, "clock" | "rules">;
  readonly rules: readonly StoredRule[];
}

/** A lane's row as it was read, and when. */
export interface ReadRow {
  readonly version: number;
  readonly recordVersion: number;
  readonly clock: ClockState;
  readonly ids: LastIds;
  readonly realNow: Instant;
  /** Present where the record is newer than the known one. */
  readonly record: KnownRecord["record"] | undefined;
}

/** Whose move left the clock standing is gone, or could not end it, or moved the lane that this is a copy of: it does not stand any more. */
const CLOCK = "clock, coalesce(moved_until < clock_timestamp(), true) AS is_mover_gone";
/** The database's time, in milliseconds. */
export const NOW = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now";
const columns = (known: string): string =>
  `version, record_version, ids, ${CLOCK}, ${NOW}, CASE WHEN record_version <> ${known} THEN record END AS record`;
/** The time of a lane's clock, of its row. A running one adds its offset to the database's time. */
export const LANE_NOW = `CASE WHEN clock->>'mode' = 'frozen' THEN (clock->>'at')::float8
  ELSE floor(extract(epoch FROM clock_timestamp()) * 1000) + (clock->>'offsetMs')::float8 END`;
/** The transaction has an id from here on, by which its outcome can be asked for. */
export const lockLane: Statement = {
  name: "lock-lane",
  text: `SELECT ${columns("$2")}, moved_by, pg_current_xact_id()::text AS xid FROM lanes WHERE id = $1 AND dropped_at IS NULL FOR UPDATE`,
};

/** Of several lanes, with the rules where the record is newer than the known one; the place is that in the list of ids, from 1. */
export const readLanes: Statement = {
  name: "read-lanes",
  text: `SELECT x.place, ${columns("x.known")},
    CASE WHEN record_version <> x.known THEN
      (SELECT coalesce(json_agg(r.doc ORDER BY r.n), '[]') FROM rules r WHERE r.lane_id = l.id) END AS rules
    FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS x(lane_id, known, place)
    JOIN lanes l ON l.id = x.lane_id AND l.dropped_at IS NULL`,
};

/** A lane that nobody finds yet: it gets its seed state first. */
export const stageLane: Statement = {
  name: "stage-lane",
  text: `INSERT INTO lanes (clock, record, ids) VALUES ($1, $2, $3) RETURNING id, version, record_version, ids, ${CLOCK}, ${NOW}, record`,
};

export const readRules: Statement = {
  name: "read-rules",
  text: "SELECT coalesce(json_agg(doc ORDER BY n), '[]') AS rules FROM rules WHERE lane_id = $1",
};

export function rowOf(row: Row): ReadRow {
  const clock = JSON.parse(row.clock) as ClockState;
  return {
    version: row.version,
    recordVersion: row.record_version,
    clock: row.is_mover_gone ? withoutStanding(clock) : clock,
    ids: JSON.parse(row.ids) as LastIds,
    realNow: instant(row.now),
    record: row.record === null ? undefined : JSON.parse(row.record),
  };
}

/** The record of a row that has one. Another process may have put a regex into it. */
export async function readRecord({ recordVersion, record }: ReadRow, rulesText: string): Promise<KnownRecord> {
  const rules = JSON.parse(rulesText) as readonly StoredRule[];
  await loadRegexesFor({ record, rules });
  return { version: recordVersion, record: record!, rules };
}

function withoutStanding({ standingAt: _, ...clock }: ClockState): ClockState {
  return clock;
}

/** The state of a lane at an instant of the database's clock. */
export function stateOf(known: KnownRecord, clock: ClockState, realNow: Instant): LaneState {
  const now = laneTime(clock, realNow);
  return { ...known.record, clock, rules: known.rules, now, realNow, edition: known.version };
}

/** The record after a change; the list of rules is the same object where none was put in or taken away. */
export function changedRecord(
  known: KnownRecord,
  lane: LaneChanges = {},
  { added = [], removed = [] }: { added?: readonly StoredRule[]; removed?: readonly string[] } = {},
): KnownRecord {
  const { clock: _, ...changes } = lane;
  const record = Object.fromEntries(
    Object.entries({ ...known.record, ...changes }).filter(([, value]) => value !== undefined),
  ) as KnownRecord["record"];
  const gone = new Set(removed);
  const isSame = added.length === 0 && !known.rules.some(({ id }) => gone.has(id));
  const rules = isSame ? known.rules : [...known.rules.filter(({ id }) => !gone.has(id)), ...added];
  return { version: known.version, record, rules };
}

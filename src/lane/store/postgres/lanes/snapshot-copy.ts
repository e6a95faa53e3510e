import { LaneGone, SnapshotUnreadable } from "../../../ports/store-errors.js";
import { type Connection, repeatableRead, WHOLE_LANE_MS } from "../connection/connection.js";
import type { Database } from "../connection/database.js";
import { laneTables } from "../schema/migrations.js";

/** Identifies the format of the bytes. */
const FORM = "payment-sandbox lane in PostgreSQL, 1";

interface Copy {
  readonly form: string;
  readonly lane: Readonly<Record<string, unknown>>;
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

const readLane =
  "SELECT json_build_object('clock', clock, 'record', record, 'ids', ids, 'journal_bytes', journal_bytes) AS lane FROM lanes WHERE id = $1 AND dropped_at IS NULL";
const readTable = (table: string) => `SELECT coalesce(json_agg(t), '[]') AS rows FROM ${table} t WHERE lane_id = $1`;
const writeTable = (table: string) =>
  `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`;
const writeLane = "UPDATE lanes SET clock = $2, record = $3, ids = $4, journal_bytes = $5 WHERE id = $1";

/** A lane as bytes, as of a single instant. Throws LaneGone. */
export async function laneAsBytes(database: Database, laneId: number): Promise<Buffer> {
  const copy = await database.transaction(async (connection): Promise<Copy> => {
    await connection.rows(repeatableRead);
    const [found] = await connection.rows(readLane, [laneId]);
    if (!found) throw new LaneGone();
    const tables: Record<string, Copy["tables"][string]> = {};
    for (const table of laneTables) {
      const [{ rows }] = (await connection.rows(readTable(table), [laneId], WHOLE_LANE_MS)) as [{ rows: string }];
      tables[table] = JSON.parse(rows);
    }
    return { form: FORM, lane: JSON.parse(found.lane), tables };
  });
  return Buffer.from(JSON.stringify(copy));
}

/** Reads the bytes of `laneAsBytes`. Throws SnapshotUnreadable. */
export function readCopy(bytes: Buffer): Copy {
  let copy: Copy;
  try {
    copy = JSON.parse(bytes.toString());
  } catch (cause) {
    throw new SnapshotUnreadable("it is no lane of a PostgreSQL store, or was cut", { cause });
  }
  if (copy?.form !== FORM) throw new SnapshotUnreadable(`expected ${FORM}, found ${JSON.stringify(copy?.form)}`);
  return copy;
}

/** Fills a new lane. Notifications that were in flight are due again. */
export async function paste(connection: Connection, laneId: number, { lane, tables }: Copy): Promise<void> {
  const json = (name: string): string => JSON.stringify(lane[name]);
  await connection.rows(writeLane, [laneId, json("clock"), json("record"), json("ids"), lane.journal_bytes]);
  for (const table of laneTables) {
    const rows = (tables[table] ?? []).map((row) => ({ ...row, lane_id: laneId, ...(table === "outbox" && due(row)) }));
    if (rows.length > 0) await connection.rows(writeTable(table), [JSON.stringify(rows)], WHOLE_LANE_MS);
  }
}

const due = ({ state }: Readonly<Record<string, unknown>>) => ({
  state: state === "in-flight" ? "due" : state,
  claimed_by: null,
  lease_until: null,
});

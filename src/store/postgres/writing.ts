import type { Statement } from "./database.js";
import { NOW } from "./lane-state.js";
import type { Pending } from "./pending.js";
import { columnText, jsonText } from "./text.js";
import { OF_LANES, type Part, parts } from "./write-parts.js";

/** What one lane's units of work write. */
export interface LaneWrite {
  readonly laneId: number;
  readonly pending: Pending;
  readonly ids: object;
  readonly journalBytes: number;
  /** Absent: as it was. */
  readonly clock: object | undefined;
  readonly record: object | undefined;
  /** Absent: the lane's lock is held. */
  readonly condition: Condition | undefined;
}

/** What must still be so where no lock is held: nobody wrote since, and the time that was assumed is the database's. */
export interface Condition {
  readonly version: number;
  readonly realNow: number;
  /** References that were taken for unused ones. */
  readonly unused: readonly { readonly merchantId: number; readonly reference: string }[];
}

export interface Written {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/** The time that was assumed may be a little old: units of work take theirs. It must not lie ahead. */
const LANES = `json_to_recordset($1::json) AS x(id bigint, version bigint, real_now bigint, unused json, ids json,
    journal_bytes bigint, clock json, record json)`;
const IS_SAME = `l.id = x.id AND l.id = ${OF_LANES} AND l.dropped_at IS NULL AND (x.version IS NULL OR l.version = x.version
    AND floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - x.real_now BETWEEN -5 AND 2000)
  AND NOT EXISTS (SELECT 1 FROM json_to_recordset(x.unused) AS u(merchant_id bigint, reference text)
    CROSS JOIN LATERAL (SELECT 1 FROM orders o WHERE o.lane_id = x.id AND o.merchant_id = u.merchant_id
      AND o.reference = u.reference LIMIT 1) used)`;

const check: Statement = {
  name: "check-lane",
  text: `SELECT l.id, ${NOW} FROM ${LANES} JOIN lanes l ON ${IS_SAME}`,
};

/** Few statements for whatever is written: each connection prepares all that it ever met. */
const shapes: readonly (readonly Part[])[] = [
  // What a new lane begins with.
  ["merchants", "tokens", "lane_changes"],
  ["orders", "exchanges"],
  ["orders", "changed_orders", "ledger", "balances", "outbox", "exchanges"],
  parts.map(({ name }) => name),
].map((names) => parts.filter(({ name }) => names.includes(name)));

const statements: readonly Statement[] = shapes.map((shape, n) => ({ name: `write-${n}`, text: textOf(shape) }));

/** One statement for all that units of work of several lanes write. It answers a row (id, now) for each lane of which all was written; of the others, nothing. */
export function writing(node: string, writes: readonly LaneWrite[]): Written {
  const rows = new Map(
    parts.map((part) => [part, writes.flatMap(({ laneId, pending }) => part.rows(pending, laneId))]),
  );
  const n = shapes.findIndex((shape) => parts.every((part) => shape.includes(part) || rows.get(part)!.length === 0));
  return {
    statement: statements[n]!,
    values: [
      jsonText(writes.map(laneRow)),
      writes.map(({ laneId }) => laneId),
      node,
      ...shapes[n]!.map((part) => (rows.get(part)!.length === 0 ? "[]" : jsonText(rows.get(part)))),
    ],
  };
}

const laneRow = ({ laneId, ids, journalBytes, clock, record, condition }: LaneWrite) => ({
  id: laneId,
  ids,
  journal_bytes: journalBytes,
  clock,
  record,
  ...(condition && conditionRow(condition)),
});

/** Asks whether the condition holds, where nothing is written. */
export const checking = (laneId: number, condition: Condition): Written => ({
  statement: check,
  values: [jsonText([{ id: laneId, ...conditionRow(condition) }]), [laneId]],
});

const conditionRow = ({ version, realNow, unused }: Condition) => ({
  version,
  real_now: realNow,
  unused:
    unused.length === 0
      ? undefined
      : unused.map(({ merchantId, reference }) => ({
          merchant_id: merchantId,
          reference: columnText(reference),
        })),
});

function textOf(shape: readonly Part[]): string {
  const ctes = [
    // A value that no part names would have no type.
    "node AS (SELECT $3::text)",
    // A lane that somebody else holds is passed over: nobody waits for another lane's lock.
    `free AS (SELECT x.* FROM ${LANES} CROSS JOIN LATERAL
      (SELECT 1 FROM lanes l WHERE ${IS_SAME} FOR UPDATE SKIP LOCKED) l)`,
    `lane AS (UPDATE lanes l SET version = l.version + 1, used_at = clock_timestamp(), ids = f.ids,
      journal_bytes = l.journal_bytes + f.journal_bytes, clock = coalesce(f.clock, l.clock), record = coalesce(f.record, l.record),
      record_version = l.record_version + CASE WHEN f.record IS NULL THEN 0 ELSE 1 END
      FROM free f WHERE l.id = ${OF_LANES} AND l.id = f.id RETURNING l.id, ${NOW})`,
    ...shape.map(({ name, sql }, n) => `w_${name} AS (${sql.replace("$$", () => `$${n + 4}`)})`),
  ];
  return `WITH ${ctes.join(",\n")}\nSELECT id, now FROM lane`;
}

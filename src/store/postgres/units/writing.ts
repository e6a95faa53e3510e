import type { Statement } from "../connection/round-trip.js";
import { jsonText } from "../connection/text.js";
import type { Pending } from "./pending.js";
import { OF_LANES, type Part, parts } from "./write-parts.js";

/** Everything that the units of work of one lane write. The lane's lock is held. */
export interface LaneWrite {
  readonly laneId: number;
  readonly pending: Pending;
  readonly ids: object;
  readonly journalBytes: number;
  /** Absent if it is unchanged. */
  readonly clock: object | undefined;
  readonly record: object | undefined;
}

export interface Written {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/** There are only a few different statements, because each connection prepares every one that it uses. */
const shapes: readonly (readonly Part[])[] = [
  // The initial records of a new lane.
  ["merchants", "tokens", "lane_changes"],
  ["orders", "exchanges"],
  ["orders", "changed_orders", "ledger", "balances", "outbox", "exchanges"],
  parts.map(({ name }) => name),
].map((names) => parts.filter(({ name }) => names.includes(name)));

const statements: readonly Statement[] = shapes.map((shape, n) => ({ name: `write-${n}`, text: textOf(shape) }));

/** One statement that writes the changes of several lanes' units of work. */
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

const laneRow = ({ laneId, ids, journalBytes, clock, record }: LaneWrite) => ({
  id: laneId,
  ids,
  journal_bytes: journalBytes,
  clock,
  record,
});

function textOf(shape: readonly Part[]): string {
  const ctes = [
    // A value that is not used in any part would have no type, so it is used here.
    "given AS (SELECT $2::bigint[], $3::text)",
    `lane AS (UPDATE lanes l SET version = l.version + 1, used_at = clock_timestamp(), ids = x.ids,
      journal_bytes = l.journal_bytes + x.journal_bytes, clock = coalesce(x.clock, l.clock), record = coalesce(x.record, l.record),
      record_version = l.record_version + CASE WHEN x.record IS NULL THEN 0 ELSE 1 END
      FROM json_to_recordset($1::json) AS x(id bigint, ids json, journal_bytes bigint, clock json, record json)
      WHERE l.id = x.id AND l.id = ${OF_LANES})`,
    ...shape.map(({ name, sql }, n) => `w_${name} AS (${sql.replace("$$", () => `$${n + 4}`)})`),
  ];
  return `WITH ${ctes.join(",\n")}\nSELECT`;
}

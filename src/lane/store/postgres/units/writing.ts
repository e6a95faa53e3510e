import type { BoundStatement, Statement } from "../connection/connection.js";
import { jsonText } from "../connection/text.js";
import type { StoredIds } from "./lane-state.js";
import { type Part, parts, type UnitChanges } from "./write-parts.js";

/** What a unit of work writes, with the lane's row. The lane's lock is held. */
export interface UnitWrite extends Omit<UnitChanges, "commit"> {
  readonly ids: StoredIds;
  /** Absent if it is unchanged. */
  readonly clock: object | undefined;
  readonly record: object | undefined;
}

/** There are only a few different statements, because each connection prepares every one that it uses. */
const shapes: readonly (readonly Part[])[] = [
  ["exchanges"],
  ["orders", "exchanges"],
  ["orders", "changed_orders", "ledger", "balances", "outbox", "exchanges"],
  parts.map(({ name }) => name),
].map((names) => parts.filter(({ name }) => names.includes(name)));

const statements: readonly Statement[] = shapes.map((shape, n) => ({ name: `write-unit-${n}`, text: textOf(shape) }));

/** The statement that writes a unit of work. */
export function writing({ laneId, node }: { laneId: number; node: string }, write: UnitWrite): BoundStatement {
  const { ids, clock, record, changes } = write;
  const unit: UnitChanges = { ...write, commit: ids.commit };
  const rows = new Map(parts.map((part) => [part, part.rows(unit)]));
  const n = shapes.findIndex((shape) => parts.every((part) => shape.includes(part) || rows.get(part)!.length === 0));
  const exchange = rows.get(exchanges)![0] as { readonly bytes: number } | undefined;
  return [
    statements[n]!,
    [
      laneId,
      node,
      jsonText(ids),
      changes.exchange ? exchange!.bytes : 0,
      clock && jsonText(clock),
      record && jsonText(record),
      ...shapes[n]!.map((part) => (rows.get(part)!.length === 0 ? "[]" : jsonText(rows.get(part)))),
    ],
  ];
}

const exchanges = parts.find(({ name }) => name === "exchanges")!;

function textOf(shape: readonly Part[]): string {
  const ctes = [
    // A value that is not used in any part would have no type, so it is used here.
    "given AS (SELECT $2::text)",
    `lane AS (UPDATE lanes SET version = version + 1, used_at = clock_timestamp(), ids = $3::json,
      journal_bytes = journal_bytes + $4::bigint, clock = coalesce($5::json, clock), record = coalesce($6::json, record),
      record_version = record_version + CASE WHEN $6::json IS NULL THEN 0 ELSE 1 END WHERE id = $1::bigint)`,
    ...shape.map(({ name, sql }, n) => `w_${name} AS (${sql.replace("$$", () => `$${n + 7}`)})`),
  ];
  return `WITH ${ctes.join(",\n")}\nSELECT`;
}

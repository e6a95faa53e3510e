import { exchangeBytes } from "../../exchange-bytes.js";
import type { BoundStatement, Statement } from "../connection/connection.js";
import { jsonText } from "../connection/text.js";
import { type Part, parts, type UnitWrite } from "./writes.js";

const typedParts = parts.map((part) => ({
  ...part,
  typed: part.columns.split(", ").map((column) => column.split(" ") as [name: string, type: string]),
}));

interface Filled {
  readonly part: (typeof typedParts)[number];
  readonly rows: ReturnType<Part["rows"]>;
}

/** The statement that writes a unit of work. */
export function writing({ laneId, node }: { laneId: number; node: string }, unit: UnitWrite): BoundStatement {
  const { ids, clock, record, changes } = unit;
  const filled = typedParts
    .map((part): Filled => ({ part, rows: part.rows(unit) }))
    .filter(({ rows }) => rows.length > 0);
  const bytes = changes.exchange ? exchangeBytes(changes.exchange) : 0;
  const lane = [laneId, node, jsonText(ids), bytes, clock && jsonText(clock), record && jsonText(record)];
  return [statementOf(filled), [...lane, ...filled.flatMap(valuesOf)]];
}

/** By the parts and whether they have one row or many. Calls use a few, and each connection prepares those that it uses. */
const statements = new Map<string, Statement>();

function statementOf(filled: readonly Filled[]): Statement {
  const key = filled.map(({ part, rows }) => `${typedParts.indexOf(part)}${rows.length === 1 ? "" : "+"}`).join();
  const known = statements.get(key);
  if (known) return known;
  const made = statementText(filled);
  statements.set(key, made);
  return made;
}

const LANE = `UPDATE lanes SET version = version + 1, used_at = clock_timestamp(), ids = $3::json,
  journal_bytes = journal_bytes + $4::bigint, clock = coalesce($5::json, clock), record = coalesce($6::json, record),
  record_version = record_version + CASE WHEN $6::json IS NULL THEN 0 ELSE 1 END WHERE id = $1::bigint`;

function statementText(filled: readonly Filled[]): string {
  let used = 6;
  const next = (type: string) => `$${++used}::${type}`;
  const written = filled.map(({ part: { columns, typed, sql }, rows }, n) => {
    // A row costs PostgreSQL and the node less as values than as JSON that contains JSON.
    const source =
      rows.length === 1
        ? `(VALUES (${typed.map(([, type]) => next(type)).join(", ")})) AS x(${typed.map(([name]) => name).join(", ")})`
        : `json_to_recordset(${next("json")}) AS x(${columns})`;
    return `w${n} AS (${sql.replace("$$", () => source)})`;
  });
  // A value that is not used in any part would have no type, so it is used here.
  return `WITH ${["given AS (SELECT $2::text)", `lane AS (${LANE})`, ...written].join(",\n")}\nSELECT`;
}

function valuesOf({ part: { typed }, rows }: Filled): readonly unknown[] {
  if (rows.length > 1)
    return [jsonText(rows.map((row) => Object.fromEntries(typed.map(([name], n) => [name, row[n]]))))];
  return typed.map(([, type], n) => {
    const value = rows[0]![n];
    return type === "json" && value !== undefined ? jsonText(value) : value;
  });
}

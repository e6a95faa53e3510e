import { currencies } from "../../../../core/domain/money.js";
import type { Named } from "../../../ports/store.js";
import type { BoundStatement, Row, Statement } from "../connection/connection.js";
import { columnText, textOfColumn } from "../connection/text.js";
import { readDoc, readOrder } from "../views/rows.js";
import type { LaneReads } from "./lane-reads.js";
import { type KnownRecord, readRecord } from "./lane-state.js";

// What the units of a transaction name is fetched in the round trip that locks their lane.

/** If a lane has more counters than this, each is read only when it is needed. */
const COUNTERS_AT_ONCE = 200;

/** The records that a unit names, in the form for the combined statement. */
interface NamedRow {
  merchant_id?: number;
  order_id?: number;
  reference?: string;
  token_id?: number;
  has_balances?: true;
}

const order = "SELECT doc, options FROM orders WHERE lane_id = $1::bigint AND";

/** The columns of each kind: kind, merchant_id, key, doc and options. $1 is the lane, $2 the record's known version. */
const always = [
  `SELECT 'record', NULL::bigint, record_version::text, record, (SELECT coalesce(json_agg(doc ORDER BY n), '[]') FROM rules
    WHERE lane_id = $1::bigint) FROM lanes WHERE id = $1::bigint AND record_version <> $2::bigint`,
  `SELECT 'counts', NULL, NULL, (SELECT json_agg(json_build_array(rule_id, key, seen, fired))
    FROM (SELECT * FROM rule_counts WHERE lane_id = $1::bigint LIMIT ${COUNTERS_AT_ONCE}) c), NULL`,
];

/** The kinds that a unit may name, by the member that names them. $3 has what the units name. */
const kinds = {
  merchant_id: `SELECT 'merchant', x.merchant_id, NULL, (SELECT doc FROM merchants WHERE lane_id = $1::bigint AND id = x.merchant_id), NULL
    FROM x WHERE x.merchant_id IS NOT NULL`,
  reference: `SELECT 'reference', x.merchant_id, x.reference, o.doc, o.options FROM x LEFT JOIN LATERAL
    (${order} merchant_id = x.merchant_id AND reference = x.reference ORDER BY id DESC LIMIT 1) o ON true
    WHERE x.reference IS NOT NULL`,
  order_id: `SELECT 'order', NULL, x.order_id::text, o.doc, o.options FROM x LEFT JOIN LATERAL (${order} id = x.order_id) o ON true
    WHERE x.order_id IS NOT NULL`,
  token_id: `SELECT 'token', x.merchant_id, x.token_id::text, (SELECT doc FROM tokens
    WHERE lane_id = $1::bigint AND merchant_id = x.merchant_id AND id = x.token_id), NULL FROM x WHERE x.token_id IS NOT NULL`,
  has_balances: `SELECT 'balances', x.merchant_id, NULL, (SELECT json_object_agg(currency, amount) FROM balances
    WHERE lane_id = $1::bigint AND merchant_id = x.merchant_id), NULL FROM x WHERE x.has_balances`,
} satisfies Record<keyof NamedRow, string>;

const kindNames = Object.keys(kinds) as readonly (keyof NamedRow)[];

/**
 * Reads only the kinds that are named, because a part of a union costs PostgreSQL CPU even if it has no rows: a create or
 * a query takes a quarter less of it for this read. There are at most 32 such statements; calls use about six.
 */
function reading(named: readonly (keyof NamedRow)[]): Statement {
  const name = ["read-named", ...named].join("-");
  const known = readings.get(name);
  if (known) return known;
  const parts = [...always, ...named.map((one) => kinds[one])].join("\n    UNION ALL ");
  const made: Statement = {
    name,
    text: `WITH x AS (SELECT * FROM json_to_recordset($3::json)
      AS x(merchant_id bigint, order_id bigint, reference text, token_id bigint, has_balances boolean)),
    f(kind, merchant_id, key, doc, options) AS (${parts}) SELECT * FROM f`,
  };
  readings.set(name, made);
  return made;
}

/** By name. Each is made once, because every call needs one. */
const readings = new Map<string, Statement>();

/** The record's version of a node that has none cached. */
const NO_VERSION = -1;

/** The read to send right after the lock, so that it sees everything that was committed before. */
export function namedReads(laneId: number, known: number | undefined, units: readonly Named[]): BoundStatement {
  const rows = units.map(rowOf);
  const named = kindNames.filter((name) => rows.some((row) => row[name] !== undefined));
  return [reading(named), [laneId, known ?? NO_VERSION, JSON.stringify(rows)]];
}

function rowOf({ merchantId, orderIds = [], reference, tokenId, hasBalances }: Named): NamedRow {
  const row: NamedRow = {};
  const orderId = orderIds.find((id) => Number.isSafeInteger(id));
  if (orderId !== undefined) row.order_id = orderId;
  if (!Number.isSafeInteger(merchantId)) return row;
  row.merchant_id = merchantId!;
  if (reference !== undefined) row.reference = columnText(reference);
  if (Number.isSafeInteger(tokenId)) row.token_id = tokenId!;
  if (hasBalances) row.has_balances = true;
  return row;
}

/** The lane's record, if its version isn't the known one. */
export async function recordIn(rows: readonly Row[]): Promise<KnownRecord | undefined> {
  const row = rows.find(({ kind }) => kind === "record");
  return row && readRecord({ record_version: Number(row.key), record: row.doc, rules: row.options });
}

/** Keeps what was fetched for the units. */
export function takeNamed(reads: LaneReads, rows: readonly Row[]): void {
  for (const row of rows) take(reads, row);
}

function take(reads: LaneReads, { kind, merchant_id, key, doc, options }: Row): void {
  const isThere = doc !== null;
  if (kind === "merchant") reads.putMerchant(merchant_id, isThere ? readDoc({ doc }) : null);
  else if (kind === "order") reads.putOrder(Number(key), isThere ? readOrder({ doc, options }) : null);
  else if (kind === "reference")
    reads.putReference(merchant_id, textOfColumn(key), isThere ? readOrder({ doc, options }) : null);
  else if (kind === "token") reads.putToken(merchant_id, Number(key), isThere ? readDoc({ doc }) : null);
  else if (kind === "balances") {
    const amounts = isThere ? JSON.parse(doc) : {};
    for (const currency of currencies) reads.putBalance(merchant_id, currency, amounts[currency] ?? 0);
  } else if (kind === "counts") {
    const all: readonly [string, string, number, number][] = isThere ? JSON.parse(doc) : [];
    reads.hasAllCounts = all.length < COUNTERS_AT_ONCE;
    for (const [rule, by, seen, fired] of all) reads.putCount(textOfColumn(rule), textOfColumn(by), { seen, fired });
  }
}

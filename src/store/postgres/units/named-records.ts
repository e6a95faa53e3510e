import type { Named } from "../../../app/ports/store.js";
import { currencies } from "../../../domain/money.js";
import type { BoundStatement, Row, Statement } from "../connection/round-trip.js";
import { columnText, textOfColumn } from "../connection/text.js";
import { readOrder } from "../views/rows.js";
import { balanceKey, type LaneCache, referenceKey, tokenKey } from "./lane-cache.js";

// What the units of a transaction name is fetched in the round trip that locks their lanes.

/** If a lane has more counters than this, each is read only when it is needed. */
const COUNTERS_AT_ONCE = 200;

/** The records that a unit names, in the form for the combined statement. */
interface NamedRow {
  readonly lane_id: number;
  merchant_id?: number;
  order_id?: number;
  reference?: string;
  token_id?: number;
}

const firstOrder = "SELECT doc, options FROM orders WHERE lane_id = x.lane_id AND";
/** The columns for each kind of read: kind, lane_id, merchant_id, key, doc and options. */
const firstKinds = {
  counts: `SELECT 'counts', x.lane_id, NULL::bigint, NULL::text, (SELECT json_agg(json_build_array(rule_id, key, seen, fired))
    FROM (SELECT * FROM rule_counts WHERE lane_id = x.lane_id LIMIT ${COUNTERS_AT_ONCE}) c), NULL::json
    FROM (SELECT DISTINCT lane_id FROM x) x`,
  reference: `SELECT 'reference', x.lane_id, x.merchant_id, x.reference, o.doc, o.options FROM x LEFT JOIN LATERAL
    (${firstOrder} merchant_id = x.merchant_id AND reference = x.reference ORDER BY id DESC LIMIT 1) o ON true
    WHERE x.reference IS NOT NULL`,
  order: `SELECT 'order', x.lane_id, NULL, NULL, o.doc, o.options FROM x CROSS JOIN LATERAL (${firstOrder} id = x.order_id) o`,
  token: `SELECT 'token', x.lane_id, x.merchant_id, x.token_id::text, (SELECT doc FROM tokens
    WHERE lane_id = x.lane_id AND merchant_id = x.merchant_id AND id = x.token_id), NULL FROM x WHERE x.token_id IS NOT NULL`,
  balances: `SELECT 'balances', x.lane_id, x.merchant_id, NULL, (SELECT json_object_agg(currency, amount) FROM balances
    WHERE lane_id = x.lane_id AND merchant_id = x.merchant_id), NULL FROM x WHERE x.merchant_id IS NOT NULL`,
} as const;
type FirstKind = keyof typeof firstKinds;

const statementsOfFirst = new Map<string, Statement>();

function firstStatement(kinds: ReadonlySet<FirstKind>): Statement {
  const wanted = (Object.keys(firstKinds) as FirstKind[]).filter((kind) => kinds.has(kind));
  const name = `first-${wanted.join("-")}`;
  let statement = statementsOfFirst.get(name);
  if (!statement) {
    const parts = wanted.map((kind) => firstKinds[kind]).join("\n    UNION ALL ");
    const columns = "lane_id bigint, merchant_id bigint, order_id bigint, reference text, token_id bigint";
    const text = `WITH x AS (SELECT * FROM json_to_recordset($1::json) AS x(${columns})), f(kind, lane_id, merchant_id, key, doc, options)
      AS (${parts}) SELECT * FROM f`;
    statement = { name, text };
    statementsOfFirst.set(name, statement);
  }
  return statement;
}

/**
 * The reads to send right after the lock in the same round trip, so that they see everything committed before the
 * lock was granted. Undefined if everything is cached.
 */
export function firstReadsOf(lanes: readonly NamingLane[]): BoundStatement | undefined {
  const kinds = new Set<FirstKind>(["counts"]);
  const rows = lanes.flatMap(({ laneId, cache, units }) =>
    units.flatMap((names) => {
      const row = rowOf(laneId, cache, names, kinds);
      return row || cache.isShared ? [row ?? { lane_id: laneId }] : [];
    }),
  );
  return rows.length === 0 ? undefined : [firstStatement(kinds), [JSON.stringify(rows)]];
}

interface NamingLane {
  readonly laneId: number;
  readonly cache: LaneCache;
  /** What each unit names. */
  readonly units: readonly Named[];
}

/** Undefined if everything that the unit names is cached, and the cache may still be right. */
function rowOf(lane_id: number, cache: LaneCache, names: Named, kinds: Set<FirstKind>): NamedRow | undefined {
  const { merchantId, orderIds = [], reference, tokenId, hasBalances } = names;
  const row: NamedRow = { lane_id };
  const wants = (kind: FirstKind, cached: unknown): boolean => {
    const isWanted = cache.isShared || cached === undefined;
    if (isWanted) kinds.add(kind);
    return isWanted;
  };
  const [orderId] = orderIds.filter((id) => Number.isSafeInteger(id));
  if (orderId !== undefined && wants("order", cache.orders.get(orderId))) row.order_id = orderId;
  if (merchantId === undefined || !Number.isSafeInteger(merchantId))
    return Object.keys(row).length > 1 ? row : undefined;
  if (reference !== undefined && !cache.hasAllReferences) {
    if (wants("reference", cache.references.get(referenceKey(merchantId, reference))))
      row.reference = columnText(reference);
  }
  if (Number.isSafeInteger(tokenId) && wants("token", cache.tokens.get(tokenKey(merchantId, tokenId!))))
    row.token_id = tokenId!;
  if (hasBalances && wants("balances", cache.balances.get(balanceKey(merchantId, currencies[0]))))
    row.merchant_id = merchantId;
  if (Object.keys(row).length === 1) return undefined;
  return { ...row, merchant_id: merchantId };
}

/** Adds the result of a named record to the lane's cache. */
export function takeFirst(cache: LaneCache, { kind, merchant_id, key, doc, options }: Row): void {
  switch (kind) {
    case "order": {
      const order = readOrder({ doc, options });
      cache.orders.put(order.id, order);
      return;
    }
    case "reference": {
      const order = doc === null ? undefined : readOrder({ doc, options });
      if (order) cache.orders.put(order.id, order);
      cache.putReference(merchant_id, textOfColumn(key), order?.id ?? null);
      return;
    }
    case "token":
      cache.tokens.put(tokenKey(merchant_id, Number(key)), doc === null ? null : JSON.parse(doc));
      return;
    case "balances": {
      const amounts = doc === null ? {} : JSON.parse(doc);
      for (const currency of currencies) cache.balances.put(balanceKey(merchant_id, currency), amounts[currency] ?? 0);
      return;
    }
    case "counts": {
      const all: readonly [string, string, number, number][] = doc === null ? [] : JSON.parse(doc);
      cache.hasAllCounts = all.length < COUNTERS_AT_ONCE;
      for (const [rule, by, seen, fired] of all) cache.putCount(textOfColumn(rule), textOfColumn(by), { seen, fired });
      return;
    }
  }
}

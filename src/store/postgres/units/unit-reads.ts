import type { DataRead } from "../../../app/ports/store.js";
import { currencies } from "../../../domain/money.js";
import type { Order } from "../../../domain/order.js";
import { foldUserId } from "../../../domain/token.js";
import type { Asking } from "../connection/connection.js";
import type { BoundStatement, Row, Statement } from "../connection/round-trip.js";
import { columnText, textOfColumn } from "../connection/text.js";
import { readDoc, readOrder } from "../views/rows.js";
import { balanceKey, countKey, type LaneCache, referenceKey, tokenKey } from "./lane-cache.js";

/** The answer isn't cached, so the database must be queried. */
export const UNKNOWN = Symbol("unknown");

const zero = { seen: 0, fired: 0 };
/** If a lane has more counters than this, each is read only when it is needed. */
const COUNTERS_AT_ONCE = 200;

const known = <T>(found: T | null | undefined): T | undefined | typeof UNKNOWN =>
  found === undefined ? UNKNOWN : (found ?? undefined);

/** Answers from the cache. Null means a known absence. */
export function answerKnown(cache: LaneCache, read: DataRead): unknown {
  switch (read.read) {
    case "order":
      return known(cache.orders.get(read.id));
    case "order-by-reference": {
      const id = cache.references.get(referenceKey(read.merchantId, read.reference));
      if (id === null || (id === undefined && cache.hasAllReferences)) return undefined;
      return id === undefined ? UNKNOWN : known(cache.orders.get(id));
    }
    case "merchant":
      return Number.isSafeInteger(read.merchantId) ? known(cache.merchants.get(read.merchantId)) : undefined;
    case "token":
      return known(cache.tokens.get(tokenKey(read.merchantId, read.tokenId)));
    case "card-entry":
      return known(cache.cardEntries.get(read.id));
    case "unsettled":
      return known(cache.balances.get(balanceKey(read.merchantId, read.currency)));
    case "rule-count":
      return known(cache.counts.get(countKey(read.ruleId, read.key)) ?? (cache.hasAllCounts ? zero : undefined));
    case "order-in-any-case":
    case "tokens":
    case "has-history":
    case "due-task":
    case "expired":
    case "settleable":
      return UNKNOWN;
  }
}

/** A unit's declared read, in the form for the combined statement. */
interface FirstRead {
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
export function firstReadsOf(lanes: readonly LaneFirstReads[]): BoundStatement | undefined {
  const kinds = new Set<FirstKind>(["counts"]);
  const rows = lanes.flatMap(({ laneId, cache, units }) =>
    units.flatMap((reads) => {
      const wanted = cache.isShared ? reads : reads.filter((read) => answerKnown(cache, read) === UNKNOWN);
      return wanted.length === 0 && !cache.isShared ? [] : [rowOfFirst(laneId, wanted, kinds)];
    }),
  );
  return rows.length === 0 ? undefined : [firstStatement(kinds), [JSON.stringify(rows)]];
}

interface LaneFirstReads {
  readonly laneId: number;
  readonly cache: LaneCache;
  /** The declared reads of each unit. */
  readonly units: readonly (readonly DataRead[])[];
}

function rowOfFirst(lane_id: number, reads: readonly DataRead[], kinds: Set<FirstKind>): FirstRead {
  const row: FirstRead = { lane_id };
  for (const read of reads) {
    if ("merchantId" in read) {
      if (!Number.isSafeInteger(read.merchantId)) continue;
      row.merchant_id = read.merchantId!;
    }
    if (read.read === "order" && Number.isSafeInteger(read.id)) {
      row.order_id = read.id;
      kinds.add("order");
    } else if (read.read === "order-by-reference") {
      row.reference = columnText(read.reference);
      kinds.add("reference");
    } else if (read.read === "token" && Number.isSafeInteger(read.tokenId)) {
      row.token_id = read.tokenId;
      kinds.add("token");
    } else if (read.read === "unsettled") kinds.add("balances");
  }
  return row;
}

/** Adds the result of a declared read to the lane's cache. */
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

const SEVERAL: ReadonlySet<DataRead["read"]> = new Set([
  ...(["order-in-any-case", "tokens", "has-history", "due-task", "expired", "settleable"] as const),
]);

/** True if the answer depends on several records, so that pending changes must be written first. */
export function isOfMany({ read }: DataRead): boolean {
  return SEVERAL.has(read);
}

const ORDER = "SELECT doc, options FROM orders WHERE lane_id = $1";
const statements = {
  order: `${ORDER} AND id = $2`,
  "order-by-reference": `${ORDER} AND merchant_id = $2 AND reference = $3 ORDER BY id DESC LIMIT 1`,
  "order-in-any-case": `${ORDER} AND merchant_id = $2 AND lower(reference COLLATE "C") = lower($3 COLLATE "C")
    ORDER BY reference = $3 DESC, id DESC LIMIT 1`,
  merchant: "SELECT doc FROM merchants WHERE lane_id = $1 AND id = $2",
  token: "SELECT doc FROM tokens WHERE lane_id = $1 AND merchant_id = $2 AND id = $3",
  "card-entry": "SELECT doc FROM card_entries WHERE lane_id = $1 AND id = $2",
  unsettled: "SELECT amount FROM balances WHERE lane_id = $1 AND merchant_id = $2 AND currency = $3",
  "rule-count": "SELECT seen, fired FROM rule_counts WHERE lane_id = $1 AND rule_id = $2 AND key = $3",
  tokens: `SELECT doc FROM tokens WHERE lane_id = $1 AND merchant_id = $2 AND ($3::text IS NULL OR user_key = $3) ORDER BY id`,
  "has-orders":
    "SELECT EXISTS (SELECT 1 FROM orders WHERE lane_id = $1) OR EXISTS (SELECT 1 FROM exchanges WHERE lane_id = $1) AS has",
  "due-task": "SELECT doc FROM scheduled_tasks WHERE lane_id = $1 AND at <= $2 ORDER BY at, id LIMIT 1",
  expired: `${ORDER} AND status = 'OPEN' AND expires_at <= $2 ORDER BY expires_at, id LIMIT $3`,
  settleable: `${ORDER} AND status = 'unsettled' AND id > $2 AND ($3::bigint IS NULL OR merchant_id = $3) ORDER BY id LIMIT $4`,
  "taken-tokens": "SELECT DISTINCT id FROM tokens WHERE lane_id = $1 AND id > $2",
} as const;

const statement = (name: keyof typeof statements): Statement => ({ name: `read-${name}`, text: statements[name] });

/** Reads of one lane in a transaction that holds its lock. Caches the results. */
export class UnitReads {
  constructor(
    readonly rows: Asking,
    readonly laneId: number,
    readonly cache: LaneCache,
  ) {}

  async answer(read: DataRead): Promise<unknown> {
    const { cache } = this;
    switch (read.read) {
      case "order":
        return this.#order(await this.#one("order", read.id));
      case "order-by-reference": {
        const { merchantId, reference } = read;
        const order = this.#order(await this.#one("order-by-reference", merchantId, columnText(reference)));
        cache.putReference(merchantId, reference, order?.id ?? null);
        return order;
      }
      case "order-in-any-case":
        return this.#order(await this.#one("order-in-any-case", read.merchantId, columnText(read.reference)));
      case "merchant": {
        const row = await this.#one("merchant", read.merchantId);
        cache.merchants.put(read.merchantId, row ? readDoc(row) : null);
        return row && cache.merchants.get(read.merchantId);
      }
      case "token": {
        const row = await this.#one("token", read.merchantId, read.tokenId);
        cache.tokens.put(tokenKey(read.merchantId, read.tokenId), row ? readDoc(row) : null);
        return row && readDoc(row);
      }
      case "card-entry": {
        const row = await this.#one("card-entry", read.id);
        cache.cardEntries.put(read.id, row ? readDoc(row) : null);
        return row && readDoc(row);
      }
      // ASSUMED(opening-balance): nothing was sold yet.
      case "unsettled": {
        const amount: number = (await this.#one("unsettled", read.merchantId, read.currency))?.amount ?? 0;
        cache.balances.put(balanceKey(read.merchantId, read.currency), amount);
        return amount;
      }
      case "rule-count":
        return this.#count(read.ruleId, read.key);
      case "tokens": {
        const user = read.userId === undefined ? null : columnText(foldUserId(read.userId));
        return (await this.#all("tokens", read.merchantId, user)).map(readDoc);
      }
      case "has-history":
        return (await this.#one("has-orders")).has;
      case "due-task": {
        const row = await this.#one("due-task", read.now);
        return row && readDoc(row);
      }
      case "expired":
        return (await this.#all("expired", read.now, read.limit)).map(readOrder);
      case "settleable":
        return (await this.#all("settleable", read.afterId, read.merchantId ?? null, read.limit)).map(readOrder);
    }
  }

  /** The ids of tokens after this one that testers have chosen. */
  async takenTokens(after: number): Promise<ReadonlySet<number>> {
    return new Set((await this.#all("taken-tokens", after)).map(({ id }) => id));
  }

  #order(row: Row | undefined): Order | undefined {
    if (!row) return undefined;
    const read = readOrder(row);
    const { orders } = this.cache;
    const known = orders.get(read.id);
    // An earlier unit may have changed it, and that change isn't written yet.
    if (known) return known;
    orders.put(read.id, read);
    return read;
  }

  async #count(ruleId: string, key: string): Promise<unknown> {
    const count = (await this.#one("rule-count", columnText(ruleId), columnText(key))) ?? zero;
    this.cache.putCount(ruleId, key, count);
    return count;
  }

  async #all(name: keyof typeof statements, ...values: readonly unknown[]): Promise<readonly Row[]> {
    // A number that can't be an id matches nothing.
    if (values.some((value) => typeof value === "number" && !Number.isSafeInteger(value))) return [];
    return this.rows(statement(name), [this.laneId, ...values]);
  }

  async #one(name: keyof typeof statements, ...values: readonly unknown[]): Promise<Row | undefined> {
    return (await this.#all(name, ...values))[0];
  }
}

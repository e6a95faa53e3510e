import type { Read } from "../../app/ports/store.js";
import type { Order } from "../../domain/order.js";
import { foldUserId } from "../../domain/token.js";
import type { Asking, Row, Statement } from "./database.js";
import { balanceKey, countKey, type LaneCache, referenceKey, tokenKey } from "./lane-cache.js";
import { readDoc, readOrder } from "./rows.js";
import { columnText, textOfColumn } from "./text.js";

/** The answer is not known: the database is asked. */
export const UNKNOWN = Symbol("unknown");

type DataRead = Exclude<Read, { readonly read: "lane" }>;

const known = <T>(found: T | null | undefined): T | undefined | typeof UNKNOWN =>
  found === undefined ? UNKNOWN : (found ?? undefined);

/** What the node knows by itself; null stands for what is surely not there. */
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
    case "tokens":
    case "has-history":
    case "due-task":
    case "expired":
    case "settleable":
      return UNKNOWN;
  }
}

/** Whether the answer depends on more than one thing, so that what is not written yet must be. */
export function isOfMany({ read }: DataRead): boolean {
  return (
    read === "tokens" || read === "has-history" || read === "due-task" || read === "expired" || read === "settleable"
  );
}

const zero = { seen: 0, fired: 0 };
/** How many counters are read at once when the first is asked for. */
const COUNTS_AT_ONCE = 5_000;

const ORDER = "SELECT doc, options FROM orders WHERE lane_id = $1";
const statements = {
  order: `${ORDER} AND id = $2`,
  "order-by-reference": `${ORDER} AND merchant_id = $2 AND reference = $3 ORDER BY id DESC LIMIT 1`,
  merchant: "SELECT doc FROM merchants WHERE lane_id = $1 AND id = $2",
  token: "SELECT doc FROM tokens WHERE lane_id = $1 AND merchant_id = $2 AND id = $3",
  "card-entry": "SELECT doc FROM card_entries WHERE lane_id = $1 AND id = $2",
  unsettled: "SELECT amount FROM balances WHERE lane_id = $1 AND merchant_id = $2 AND currency = $3",
  "rule-count": "SELECT seen, fired FROM rule_counts WHERE lane_id = $1 AND rule_id = $2 AND key = $3",
  "rule-counts": `SELECT rule_id, key, seen, fired FROM rule_counts WHERE lane_id = $1 LIMIT ${COUNTS_AT_ONCE}`,
  tokens: `SELECT doc FROM tokens WHERE lane_id = $1 AND merchant_id = $2 AND ($3::text IS NULL OR user_key = $3) ORDER BY id`,
  "has-orders":
    "SELECT EXISTS (SELECT 1 FROM orders WHERE lane_id = $1) OR EXISTS (SELECT 1 FROM exchanges WHERE lane_id = $1) AS has",
  "due-task": "SELECT doc FROM scheduled_tasks WHERE lane_id = $1 AND at <= $2 ORDER BY at, id LIMIT 1",
  expired: `${ORDER} AND status = 'OPEN' AND expires_at <= $2 ORDER BY expires_at, id LIMIT $3`,
  settleable: `${ORDER} AND status = 'unsettled' AND id > $2 AND ($3::bigint IS NULL OR merchant_id = $3) ORDER BY id LIMIT $4`,
  "taken-tokens": "SELECT DISTINCT id FROM tokens WHERE lane_id = $1 AND id > $2",
} as const;

const statement = (name: keyof typeof statements): Statement => ({ name: `read-${name}`, text: statements[name] });

/** Reads of one lane: within a transaction that holds its lock, or before a write that makes sure that nobody else wrote. What is found is kept in the cache. */
export class LaneReads {
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
        // One that is full forgets all: what is not kept may have been used then.
        if (cache.references.put(referenceKey(merchantId, reference), order?.id ?? null))
          cache.hasAllReferences = false;
        return order;
      }
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

  /** The ids of tokens behind this one that testers chose. */
  async takenTokens(after: number): Promise<ReadonlySet<number>> {
    return new Set((await this.#all("taken-tokens", after)).map(({ id }) => id));
  }

  #order(row: Row | undefined): Order | undefined {
    if (!row) return undefined;
    const read = readOrder(row);
    const { orders } = this.cache;
    const known = orders.get(read.id);
    // A unit before this one may have changed it, and that is not written yet.
    if (known) return known;
    orders.put(read.id, read);
    return read;
  }

  async #count(ruleId: string, key: string): Promise<unknown> {
    const { counts } = this.cache;
    const all = await this.#all("rule-counts");
    for (const { rule_id, key, seen, fired } of all) {
      const [rule, by] = [textOfColumn(rule_id), textOfColumn(key)];
      // What a unit before this one counted is not written yet.
      if (!counts.get(countKey(rule, by))) this.cache.putCount(rule, by, { seen, fired });
    }
    this.cache.hasAllCounts = all.length < COUNTS_AT_ONCE;
    const found = counts.get(countKey(ruleId, key));
    if (found || this.cache.hasAllCounts) return found ?? zero;
    const count = (await this.#one("rule-count", columnText(ruleId), columnText(key))) ?? zero;
    this.cache.putCount(ruleId, key, count);
    return count;
  }

  async #all(name: keyof typeof statements, ...values: readonly unknown[]): Promise<readonly Row[]> {
    // A number that is no id names nothing.
    if (values.some((value) => typeof value === "number" && !Number.isSafeInteger(value))) return [];
    return this.rows(statement(name), [this.laneId, ...values]);
  }

  async #one(name: keyof typeof statements, ...values: readonly unknown[]): Promise<Row | undefined> {
    return (await this.#all(name, ...values))[0];
  }
}

import type { LaneState } from "../../../app/ports/lane-record.js";
import type { Fresh, Merchant, SettleablePage, Tx } from "../../../app/ports/store.js";
import type { Currency, Instant, MinorUnits } from "../../../domain/money.js";
import type { Order } from "../../../domain/order.js";
import { foldUserId } from "../../../domain/token.js";
import type { Asking } from "../connection/connection.js";
import type { Row, Statement } from "../connection/round-trip.js";
import { columnText } from "../connection/text.js";
import { readDoc, readOrder } from "../views/rows.js";
import { balanceKey, countKey, type LaneCache, referenceKey, tokenKey } from "./lane-cache.js";

/** Thrown by a read whose answer isn't known. Once it was fetched, the unit of work runs again from its start. */
export class Missing extends Error {
  constructor(readonly fetch: () => Promise<unknown>) {
    super("an answer must be fetched first");
  }
}

const zero = { seen: 0, fired: 0 };

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

export interface LaneTxOptions {
  readonly rows: Asking;
  readonly laneId: number;
  readonly cache: LaneCache;
  readonly state: () => LaneState;
  /** Writes the changes of the transaction's earlier units, so that a query finds them. */
  readonly writeNow: () => Promise<void>;
  /** The amount that earlier units add to a balance, and that isn't written yet. */
  readonly unwritten: (key: string) => number;
}

/** What a unit of work sees of a lane whose lock is held. Answers from the cache, or throws Missing. */
export class LaneTx implements Tx {
  fresh!: Fresh;
  readonly #options: LaneTxOptions;
  /** Answers that no cache holds, because they depend on several records. They are right for one unit only. */
  readonly #answers = new Map<string, unknown>();

  constructor(options: LaneTxOptions) {
    this.#options = options;
  }

  /** Call before each unit. */
  begin(): void {
    this.#answers.clear();
  }

  lane(): LaneState {
    return this.#options.state();
  }

  order(id: number): Order | undefined {
    const key = `order ${id}`;
    // The cache knows no absent orders.
    if (this.#answers.has(key)) return undefined;
    return this.#cached(this.#cache.orders.get(id), async () => {
      if (!this.#order(await this.#one("order", id))) this.#answers.set(key, undefined);
    });
  }

  orderByReference(merchantId: number, reference: string): Order | undefined {
    const cache = this.#cache;
    const id = cache.references.get(referenceKey(merchantId, reference));
    if (id === null || (id === undefined && cache.hasAllReferences)) return undefined;
    return this.#cached(id === undefined ? undefined : cache.orders.get(id), async () => {
      const found = this.#order(await this.#one("order-by-reference", merchantId, columnText(reference)));
      cache.putReference(merchantId, reference, found?.id ?? null);
    });
  }

  merchant(id: number): Merchant | undefined {
    if (!Number.isSafeInteger(id)) return undefined;
    const { merchants } = this.#cache;
    return this.#cached(merchants.get(id), async () => merchants.put(id, readOne(await this.#one("merchant", id))));
  }

  token(merchantId: number, tokenId: number): ReturnType<Tx["token"]> {
    const { tokens } = this.#cache;
    const key = tokenKey(merchantId, tokenId);
    return this.#cached(tokens.get(key), async () =>
      tokens.put(key, readOne(await this.#one("token", merchantId, tokenId))),
    );
  }

  cardEntry(id: number): ReturnType<Tx["cardEntry"]> {
    const { cardEntries } = this.#cache;
    return this.#cached(cardEntries.get(id), async () =>
      cardEntries.put(id, readOne(await this.#one("card-entry", id))),
    );
  }

  // ASSUMED(opening-balance): nothing was sold yet.
  unsettled(merchantId: number, currency: Currency): MinorUnits {
    const { balances } = this.#cache;
    const key = balanceKey(merchantId, currency);
    return this.#cached(balances.get(key), async () => {
      const written: number = (await this.#one("unsettled", merchantId, currency))?.amount ?? 0;
      balances.put(key, written + this.#options.unwritten(key));
    }) as MinorUnits;
  }

  ruleCount(ruleId: string, key: string): ReturnType<Tx["ruleCount"]> {
    const cache = this.#cache;
    const counter = cache.counts.get(countKey(ruleId, key)) ?? (cache.hasAllCounts ? zero : undefined);
    return this.#cached(counter, async () => {
      const row = await this.#one("rule-count", columnText(ruleId), columnText(key));
      cache.putCount(ruleId, key, row ? { seen: row.seen, fired: row.fired } : zero);
    })!;
  }

  hasHistory(): boolean {
    return this.#asked("has-history", async () => (await this.#one("has-orders"))!.has);
  }

  dueTask(now: Instant): ReturnType<Tx["dueTask"]> {
    return this.#asked(`due-task ${now}`, async () => readOne(await this.#one("due-task", now)) ?? undefined);
  }

  orderInAnyCase(merchantId: number, reference: string): Order | undefined {
    return this.#asked(`any-case ${merchantId} ${reference}`, async () =>
      this.#order(await this.#one("order-in-any-case", merchantId, columnText(reference))),
    );
  }

  tokens(merchantId: number, userId?: string): ReturnType<Tx["tokens"]> {
    const user = userId === undefined ? null : columnText(foldUserId(userId));
    return this.#asked(`tokens ${merchantId} ${user}`, async () =>
      (await this.#all("tokens", merchantId, user)).map(readDoc),
    );
  }

  expired(now: Instant, limit: number): readonly Order[] {
    return this.#asked(`expired ${now}`, async () => (await this.#all("expired", now, limit)).map(readOrder));
  }

  settleable({ merchantId, afterId, limit }: SettleablePage): readonly Order[] {
    return this.#asked(`settleable ${merchantId} ${afterId}`, async () =>
      (await this.#all("settleable", afterId, merchantId ?? null, limit)).map(readOrder),
    );
  }

  /** The ids of tokens after this one that testers have chosen. */
  async takenTokens(after: number): Promise<ReadonlySet<number>> {
    return new Set((await this.#all("taken-tokens", after)).map(({ id }) => id));
  }

  get #cache(): LaneCache {
    return this.#options.cache;
  }

  /** A cached record. Null is a known absence; undefined must be fetched into the cache. */
  #cached<T>(found: T | null | undefined, fetch: () => Promise<unknown>): T | undefined {
    if (found !== undefined) return found ?? undefined;
    throw new Missing(async () => {
      // What the cache has dropped may not be written yet.
      if (this.#cache.hasForgotten) await this.#options.writeNow();
      await fetch();
    });
  }

  /** The answer of a query over many records, which must find what earlier units have changed. */
  #asked<T>(key: string, fetch: () => Promise<T>): T {
    if (this.#answers.has(key)) return this.#answers.get(key) as T;
    throw new Missing(async () => {
      await this.#options.writeNow();
      this.#answers.set(key, await fetch());
    });
  }

  #order(row: Row | undefined): Order | undefined {
    if (!row) return undefined;
    const read = readOrder(row);
    const { orders } = this.#cache;
    const known = orders.get(read.id);
    // An earlier unit may have changed it, and that change isn't written yet.
    if (known) return known;
    orders.put(read.id, read);
    return read;
  }

  async #all(name: keyof typeof statements, ...values: readonly unknown[]): Promise<readonly Row[]> {
    // A number that can't be an id matches nothing.
    if (values.some((value) => typeof value === "number" && !Number.isSafeInteger(value))) return [];
    return this.#options.rows(statement(name), [this.#options.laneId, ...values]);
  }

  async #one(name: keyof typeof statements, ...values: readonly unknown[]): Promise<Row | undefined> {
    return (await this.#all(name, ...values))[0];
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the table says what the document is.
const readOne = (row: Row | undefined): any => (row ? readDoc(row) : null);

import type { Currency, Instant, MinorUnits } from "../../../../core/domain/money.js";
import type { Order } from "../../../../core/domain/order.js";
import { foldUserId } from "../../../../core/domain/token.js";
import type { Counter } from "../../../../core/scenario/matching/choose.js";
import type { LaneState } from "../../../ports/lane-record.js";
import type { Changes, Fresh, Merchant, Named, SettleablePage, Tx } from "../../../ports/store.js";
import type { Asking, Row } from "../connection/connection.js";
import { columnText, textOfColumn } from "../connection/text.js";
import { readDoc, readOrder } from "../views/rows.js";

/** Thrown by a read whose answer isn't known. Once it was fetched, the unit of work runs again from its start. */
export class Missing extends Error {
  constructor(readonly fetch: () => Promise<unknown>) {
    super("an answer must be fetched first");
  }
}

const ORDER = "SELECT doc, options FROM orders WHERE lane_id = $1";
const COUNTS = "SELECT rule_id, key, seen, fired FROM rule_counts WHERE lane_id = $1";
/** If a lane has more counters than this, each is read only when it is needed. */
const COUNTS_AT_ONCE = 200;
const NO_COUNTS: Counter = { seen: 0, fired: 0 };

const statements = {
  order: `${ORDER} AND id = $2`,
  "order-by-reference": `${ORDER} AND merchant_id = $2 AND reference = $3 ORDER BY id DESC LIMIT 1`,
  "order-in-any-case": `${ORDER} AND merchant_id = $2 AND lower(reference COLLATE "C") = lower($3 COLLATE "C")
    ORDER BY reference = $3 DESC, id DESC LIMIT 1`,
  merchant: "SELECT doc FROM merchants WHERE lane_id = $1 AND id = $2",
  token: "SELECT doc FROM tokens WHERE lane_id = $1 AND merchant_id = $2 AND id = $3",
  "card-entry": "SELECT doc FROM card_entries WHERE lane_id = $1 AND id = $2",
  balances: "SELECT currency, amount FROM balances WHERE lane_id = $1 AND merchant_id = $2",
  counts: `${COUNTS} LIMIT ${COUNTS_AT_ONCE}`,
  count: `${COUNTS} AND rule_id = $2 AND key = $3`,
  tokens: `SELECT doc FROM tokens WHERE lane_id = $1 AND merchant_id = $2 AND ($3::text IS NULL OR user_key = $3) ORDER BY id`,
  "has-orders":
    "SELECT EXISTS (SELECT 1 FROM orders WHERE lane_id = $1) OR EXISTS (SELECT 1 FROM exchanges WHERE lane_id = $1) AS has",
  "due-task": "SELECT doc FROM scheduled_tasks WHERE lane_id = $1 AND at <= $2 ORDER BY at, id LIMIT 1",
  expired: `${ORDER} AND status = 'OPEN' AND expires_at <= $2 ORDER BY expires_at, id LIMIT $3`,
  settleable: `${ORDER} AND status = 'unsettled' AND id > $2 AND ($3::bigint IS NULL OR merchant_id = $3) ORDER BY id LIMIT $4`,
  "taken-tokens": "SELECT DISTINCT id FROM tokens WHERE lane_id = $1 AND id > $2",
} as const;

/** The keys of what a transaction knows. */
const keys = {
  order: (id: number) => `order ${id}`,
  reference: (merchantId: number, reference: string) => `reference ${merchantId} ${reference}`,
  merchant: (id: number) => `merchant ${id}`,
  token: (merchantId: number, id: number) => `token ${merchantId} ${id}`,
  cardEntry: (id: number) => `card-entry ${id}`,
  balances: (merchantId: number) => `balances ${merchantId}`,
  counts: "counts",
  count: (ruleId: string, key: string) => `${ruleId}\n${key}`,
};

type Balances = Record<string, number>;
type Counts = Map<string, Counter>;

/** What the units of a transaction see of a lane whose lock is held. Answers from what was read, or throws Missing. */
export class LaneTx implements Tx {
  fresh!: Fresh;
  state!: LaneState;
  /** True once a rule asked for its counts. */
  hasCounts = false;
  readonly #rows: Asking;
  readonly #laneId: number;
  /** By key. Null is a known absence. Each unit sees here what the earlier ones have changed. */
  readonly #known = new Map<string, unknown>();
  /** Answers that depend on several records. They are right for one unit only. */
  readonly #answers = new Map<string, unknown>();
  /** While the units' names are fetched: the reads on their way. */
  #named: Map<string, Promise<unknown>> | undefined;

  constructor(laneId: number, rows: Asking) {
    this.#laneId = laneId;
    this.#rows = rows;
  }

  /** Sends the reads of what units name. */
  named(all: readonly Named[], hasCounts: boolean): readonly Promise<unknown>[] {
    const sent = new Map<string, Promise<unknown>>();
    this.#named = sent;
    for (const { merchantId, orderIds = [], reference, tokenId, hasBalances } of all) {
      const orderId = orderIds.find((id) => Number.isSafeInteger(id));
      if (orderId !== undefined) this.order(orderId);
      if (!Number.isSafeInteger(merchantId)) continue;
      this.merchant(merchantId!);
      if (reference !== undefined) this.orderByReference(merchantId!, reference);
      if (Number.isSafeInteger(tokenId)) this.token(merchantId!, tokenId!);
      if (hasBalances) this.#balances(merchantId!);
    }
    if (hasCounts) this.#counts();
    this.#named = undefined;
    return [...sent.values()];
  }

  /** Call before each unit. */
  begin(): void {
    this.#answers.clear();
  }

  /** Adds the changes of a unit of work, for the units after it. */
  put(changes: Changes): void {
    const known = this.#known;
    for (const { before, after } of changes.orders ?? []) {
      known.set(keys.order(after.id), after);
      const reference = keys.reference(after.merchantId, after.reference);
      // An older order may have the same reference.
      if (!before || (known.get(reference) as Order | null | undefined)?.id === after.id) known.set(reference, after);
    }
    for (const merchant of changes.merchants ?? []) known.set(keys.merchant(merchant.merchantId), merchant);
    for (const token of changes.tokens ?? []) known.set(keys.token(token.merchantId, token.tokenId), token);
    for (const { merchantId, tokenId } of changes.deletedTokens ?? []) known.set(keys.token(merchantId, tokenId), null);
    for (const entry of changes.cardEntries ?? []) known.set(keys.cardEntry(entry.id), entry);
    if (changes.forgottenCounts?.length) known.delete(keys.counts);
    const counts = known.get(keys.counts) as Counts | undefined;
    for (const { ruleId, key, seen, fired } of changes.counts ?? [])
      counts?.set(keys.count(ruleId, key), { seen, fired });
    for (const { account, merchantId, currency, amount } of changes.ledger ?? []) {
      const balances = known.get(keys.balances(merchantId)) as Balances | undefined;
      if (account === "unsettled" && balances) balances[currency] = (balances[currency] ?? 0) + amount;
    }
  }

  lane(): LaneState {
    return this.state;
  }

  order(id: number): Order | undefined {
    return this.#read(keys.order(id), () => this.#one(readOrder, "order", id));
  }

  orderByReference(merchantId: number, reference: string): Order | undefined {
    return this.#read(keys.reference(merchantId, reference), async () => {
      const order = await this.#one(readOrder, "order-by-reference", merchantId, columnText(reference));
      if (order) this.#known.set(keys.order(order.id), order);
      return order;
    });
  }

  merchant(id: number): Merchant | undefined {
    return this.#read(keys.merchant(id), () => this.#one(readDoc, "merchant", id));
  }

  token(merchantId: number, tokenId: number): ReturnType<Tx["token"]> {
    return this.#read(keys.token(merchantId, tokenId), () => this.#one(readDoc, "token", merchantId, tokenId));
  }

  cardEntry(id: number): ReturnType<Tx["cardEntry"]> {
    return this.#read(keys.cardEntry(id), () => this.#one(readDoc, "card-entry", id));
  }

  // ASSUMED(opening-balance): nothing was sold yet.
  unsettled(merchantId: number, currency: Currency): MinorUnits {
    return (this.#balances(merchantId)![currency] ?? 0) as MinorUnits;
  }

  ruleCount(ruleId: string, key: string): Counter {
    this.hasCounts = true;
    const counts = this.#counts()!;
    const name = keys.count(ruleId, key);
    const found = counts.get(name);
    if (found || counts.size < COUNTS_AT_ONCE) return found ?? NO_COUNTS;
    throw new Missing(async () => {
      const row = await this.#one((found) => found, "count", columnText(ruleId), columnText(key));
      counts.set(name, row ? { seen: row.seen, fired: row.fired } : NO_COUNTS);
    });
  }

  hasHistory(): boolean {
    return this.#asked("has-history", () => this.#one(({ has }) => has, "has-orders"))!;
  }

  dueTask(now: Instant): ReturnType<Tx["dueTask"]> {
    return this.#asked(`due-task ${now}`, () => this.#one(readDoc, "due-task", now));
  }

  orderInAnyCase(merchantId: number, reference: string): Order | undefined {
    return this.#asked(`any-case ${merchantId} ${reference}`, () =>
      this.#one(readOrder, "order-in-any-case", merchantId, columnText(reference)),
    );
  }

  tokens(merchantId: number, userId?: string): ReturnType<Tx["tokens"]> {
    const user = userId === undefined ? null : columnText(foldUserId(userId));
    return this.#asked(`tokens ${merchantId} ${user}`, async () =>
      (await this.#all("tokens", merchantId, user)).map(readDoc),
    )!;
  }

  expired(now: Instant, limit: number): readonly Order[] {
    return this.#asked(`expired ${now}`, async () => (await this.#all("expired", now, limit)).map(readOrder))!;
  }

  settleable({ merchantId, afterId, limit }: SettleablePage): readonly Order[] {
    return this.#asked(`settleable ${merchantId} ${afterId}`, async () =>
      (await this.#all("settleable", afterId, merchantId ?? null, limit)).map(readOrder),
    )!;
  }

  /** True if a tester has chosen this id for a token. `after`: the newest id that the sandbox chose. */
  isTokenTaken(id: number, after: number): boolean {
    return this.#asked(
      "taken-tokens",
      async () => new Set((await this.#all("taken-tokens", after)).map((row) => row.id)),
    )!.has(id);
  }

  #balances(merchantId: number): Balances | undefined {
    return this.#read(keys.balances(merchantId), async () =>
      Object.fromEntries((await this.#all("balances", merchantId)).map((row) => [row.currency, row.amount])),
    );
  }

  #counts(): Counts | undefined {
    return this.#read(keys.counts, async () => {
      const rows = await this.#all("counts");
      return new Map(
        rows.map(({ rule_id, key, seen, fired }) => [
          keys.count(textOfColumn(rule_id), textOfColumn(key)),
          { seen, fired },
        ]),
      );
    });
  }

  #read<T>(key: string, fetch: () => Promise<T | null>): T | undefined {
    return this.#look(this.#known, key, fetch);
  }

  /** The answer of a query over many records. The changes of earlier units were sent before it. */
  #asked<T>(key: string, fetch: () => Promise<T | null>): T | undefined {
    return this.#look(this.#answers, key, fetch);
  }

  #look<T>(known: Map<string, unknown>, key: string, fetch: () => Promise<T | null>): T | undefined {
    const found = known.get(key) as T | null | undefined;
    if (found !== undefined) return found ?? undefined;
    const fetched = async () => known.set(key, await fetch());
    if (!this.#named) throw new Missing(fetched);
    if (!this.#named.has(key)) this.#named.set(key, fetched());
    return undefined;
  }

  async #all(name: keyof typeof statements, ...values: readonly unknown[]): Promise<readonly Row[]> {
    // A number that can't be an id matches nothing.
    if (values.some((value) => typeof value === "number" && !Number.isSafeInteger(value))) return [];
    return this.#rows(statements[name], [this.#laneId, ...values]);
  }

  async #one<T>(
    read: (row: Row) => T,
    name: keyof typeof statements,
    ...values: readonly unknown[]
  ): Promise<T | null> {
    const [row] = await this.#all(name, ...values);
    return row ? read(row) : null;
  }
}

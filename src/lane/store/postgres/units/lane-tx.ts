import type { Currency, Instant, MinorUnits } from "../../../../core/domain/money.js";
import type { Order } from "../../../../core/domain/order.js";
import { foldUserId } from "../../../../core/domain/token.js";
import type { LaneState } from "../../../ports/lane-record.js";
import type { Fresh, Merchant, SettleablePage, Tx } from "../../../ports/store.js";
import type { Asking, Row, Statement } from "../connection/connection.js";
import { columnText } from "../connection/text.js";
import { readDoc, readOrder } from "../views/rows.js";
import type { LaneReads } from "./lane-reads.js";

/** Thrown by a read whose answer isn't known. Once it was fetched, the unit of work runs again from its start. */
export class Missing extends Error {
  constructor(readonly fetch: () => Promise<unknown>) {
    super("an answer must be fetched first");
  }
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

export interface LaneTxOptions {
  readonly rows: Asking;
  readonly laneId: number;
  readonly reads: LaneReads;
  readonly state: () => LaneState;
}

/** What a unit of work sees of a lane whose lock is held. Answers from what was read, or throws Missing. */
export class LaneTx implements Tx {
  fresh!: Fresh;
  readonly #options: LaneTxOptions;
  /** Answers that depend on several records. They are right for one unit only. */
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
    return this.#read(this.#reads.order(id), async () =>
      this.#reads.putOrder(id, readOrderOrNull(await this.#one("order", id))),
    );
  }

  orderByReference(merchantId: number, reference: string): Order | undefined {
    return this.#read(this.#reads.reference(merchantId, reference), async () => {
      const row = await this.#one("order-by-reference", merchantId, columnText(reference));
      this.#reads.putReference(merchantId, reference, readOrderOrNull(row));
    });
  }

  merchant(id: number): Merchant | undefined {
    return this.#read(this.#reads.merchant(id), async () =>
      this.#reads.putMerchant(id, readOne(await this.#one("merchant", id))),
    );
  }

  token(merchantId: number, tokenId: number): ReturnType<Tx["token"]> {
    return this.#read(this.#reads.token(merchantId, tokenId), async () =>
      this.#reads.putToken(merchantId, tokenId, readOne(await this.#one("token", merchantId, tokenId))),
    );
  }

  cardEntry(id: number): ReturnType<Tx["cardEntry"]> {
    return this.#read(this.#reads.cardEntry(id), async () =>
      this.#reads.putCardEntry(id, readOne(await this.#one("card-entry", id))),
    );
  }

  // ASSUMED(opening-balance): nothing was sold yet.
  unsettled(merchantId: number, currency: Currency): MinorUnits {
    return this.#read(this.#reads.balance(merchantId, currency), async () =>
      this.#reads.putBalance(merchantId, currency, (await this.#one("unsettled", merchantId, currency))?.amount ?? 0),
    ) as MinorUnits;
  }

  ruleCount(ruleId: string, key: string): ReturnType<Tx["ruleCount"]> {
    return this.#read(this.#reads.count(ruleId, key), async () => {
      const row = await this.#one("rule-count", columnText(ruleId), columnText(key));
      this.#reads.putCount(ruleId, key, row ? { seen: row.seen, fired: row.fired } : null);
    })!;
  }

  hasHistory(): boolean {
    return this.#asked("has-history", async () => (await this.#one("has-orders"))!.has);
  }

  dueTask(now: Instant): ReturnType<Tx["dueTask"]> {
    return this.#asked(`due-task ${now}`, async () => readOne(await this.#one("due-task", now)) ?? undefined);
  }

  orderInAnyCase(merchantId: number, reference: string): Order | undefined {
    return this.#asked(
      `any-case ${merchantId} ${reference}`,
      async () => readOrderOrNull(await this.#one("order-in-any-case", merchantId, columnText(reference))) ?? undefined,
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

  /** True if a tester has chosen this id for a token. `after`: the newest id that the sandbox chose. */
  isTokenTaken(id: number, after: number): boolean {
    return this.#asked(
      "taken-tokens",
      async () => new Set((await this.#all("taken-tokens", after)).map((row) => row.id)),
    ).has(id);
  }

  get #reads(): LaneReads {
    return this.#options.reads;
  }

  /** A record that was read. Null is a known absence; undefined must be read first. */
  #read<T>(found: T | null | undefined, fetch: () => Promise<unknown>): T | undefined {
    if (found !== undefined) return found ?? undefined;
    throw new Missing(fetch);
  }

  /** The answer of a query over many records. The changes of earlier units were sent before it. */
  #asked<T>(key: string, fetch: () => Promise<T>): T {
    if (this.#answers.has(key)) return this.#answers.get(key) as T;
    throw new Missing(async () => this.#answers.set(key, await fetch()));
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
const readOrderOrNull = (row: Row | undefined): Order | null => (row ? readOrder(row) : null);

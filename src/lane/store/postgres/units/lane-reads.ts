import type { CardEntry } from "../../../../core/domain/card-entry.js";
import type { Order } from "../../../../core/domain/order.js";
import type { Token } from "../../../../core/domain/token.js";
import type { Counter } from "../../../../core/scenario/matching/choose.js";
import type { Changes, Merchant } from "../../../ports/store.js";

const NO_COUNTS: Counter = { seen: 0, fired: 0 };

/**
 * What one transaction has read of its lane, while it holds the lane's lock. Null is a known absence, undefined is
 * unknown. It is dropped with the transaction.
 */
export class LaneReads {
  /** True if every counter was read, so that a missing one is zero. */
  hasAllCounts = false;
  readonly #records = new Map<string, unknown>();

  order = (id: number): Order | null | undefined => this.#get(`order ${id}`);
  /** The newest order with this reference. */
  reference = (merchantId: number, reference: string): Order | null | undefined => {
    const id = this.#get<number>(`reference ${merchantId} ${reference}`);
    return typeof id === "number" ? this.order(id) : id;
  };
  merchant = (id: number): Merchant | null | undefined => this.#get(`merchant ${id}`);
  token = (merchantId: number, id: number): Token | null | undefined => this.#get(`token ${merchantId} ${id}`);
  cardEntry = (id: number): CardEntry | null | undefined => this.#get(`card-entry ${id}`);
  balance = (merchantId: number, currency: string): number | null | undefined =>
    this.#get(`balance ${merchantId} ${currency}`);
  count = (ruleId: string, key: string): Counter | null | undefined =>
    this.#get(`count ${ruleId}\n${key}`) ?? (this.hasAllCounts ? NO_COUNTS : undefined);

  /** The first reading of an order stays, because earlier units may have changed the order since. */
  putOrder(id: number, order: Order | null): void {
    if (this.order(id) === undefined) this.#records.set(`order ${id}`, order);
  }

  putReference(merchantId: number, reference: string, order: Order | null): void {
    if (order) this.putOrder(order.id, order);
    this.#records.set(`reference ${merchantId} ${reference}`, order?.id ?? null);
  }

  putMerchant(id: number, merchant: Merchant | null): void {
    this.#records.set(`merchant ${id}`, merchant);
  }

  putToken(merchantId: number, id: number, token: Token | null): void {
    this.#records.set(`token ${merchantId} ${id}`, token);
  }

  putCardEntry(id: number, entry: CardEntry | null): void {
    this.#records.set(`card-entry ${id}`, entry);
  }

  putBalance(merchantId: number, currency: string, amount: number): void {
    this.#records.set(`balance ${merchantId} ${currency}`, amount);
  }

  putCount(ruleId: string, key: string, counter: Counter | null): void {
    this.#records.set(`count ${ruleId}\n${key}`, counter ?? NO_COUNTS);
  }

  /** Adds the changes of a unit of work, for the units after it. */
  put(changes: Changes): void {
    for (const { before, after } of changes.orders ?? []) {
      this.#records.set(`order ${after.id}`, after);
      if (!before) this.putReference(after.merchantId, after.reference, after);
    }
    for (const merchant of changes.merchants ?? []) this.putMerchant(merchant.merchantId, merchant);
    for (const token of changes.tokens ?? []) this.putToken(token.merchantId, token.tokenId, token);
    for (const { merchantId, tokenId } of changes.deletedTokens ?? []) this.putToken(merchantId, tokenId, null);
    for (const entry of changes.cardEntries ?? []) this.putCardEntry(entry.id, entry);
    if (changes.forgottenCounts?.length) this.#forgetCounts();
    for (const { ruleId, key, seen, fired } of changes.counts ?? []) this.putCount(ruleId, key, { seen, fired });
    for (const { account, merchantId, currency, amount } of changes.ledger ?? []) {
      const known = this.balance(merchantId, currency);
      if (account === "unsettled" && typeof known === "number") this.putBalance(merchantId, currency, known + amount);
    }
  }

  #get<T>(key: string): T | null | undefined {
    return this.#records.get(key) as T | null | undefined;
  }

  #forgetCounts(): void {
    for (const key of this.#records.keys()) if (key.startsWith("count ")) this.#records.delete(key);
    this.hasAllCounts = false;
  }
}

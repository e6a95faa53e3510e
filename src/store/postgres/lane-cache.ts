import type { Changes, Merchant } from "../../app/ports/store.js";
import type { CardEntry } from "../../domain/card-entry.js";
import type { Order } from "../../domain/order.js";
import type { Token } from "../../domain/token.js";
import type { Counter } from "../../scenario/choose.js";

/** How many things of one kind are kept, at most; references are small, and each create asks for one. */
const LIMIT = 20_000;
const REFERENCES_LIMIT = 100_000;

/** Keeps what was read or written; where there is too much of it, all of it goes. */
class Kept<K, V> {
  readonly #values = new Map<K, V>();
  readonly #limit: number;

  constructor(limit: number = LIMIT) {
    this.#limit = limit;
  }

  /** Undefined where it is not known; what is known not to be there is kept as null. */
  get(key: K): V | undefined {
    return this.#values.get(key);
  }

  /** Tells whether all that was kept had to go. */
  put(key: K, value: V): boolean {
    const isFull = this.#values.size >= this.#limit;
    if (isFull) this.clear();
    this.#values.set(key, value);
    return isFull;
  }

  clear(): void {
    this.#values.clear();
  }
}

/**
 * What a node knows of a lane at one version of it. Who uses it holds the lane's lock and has looked at the version:
 * another node's commit makes all of it void.
 */
export class LaneCache {
  readonly orders = new Kept<number, Order>();
  /** The newest order's id by merchant and reference; null: none has it. */
  readonly references = new Kept<string, number | null>(REFERENCES_LIMIT);
  readonly merchants = new Kept<number, Merchant | null>();
  readonly tokens = new Kept<string, Token | null>();
  readonly cardEntries = new Kept<number, CardEntry | null>();
  readonly balances = new Kept<string, number>();
  readonly counts = new Kept<string, Counter>();
  /** All counters are known: one that is not kept is zero. */
  hasAllCounts = false;
  /** Each order's reference is known: one that is not kept was never used. */
  hasAllReferences = false;
  /** Something had to go since the cache was last cleared: what the units of a transaction changed may be missing. */
  hasForgotten = false;

  /** `hasSameMerchants`: those are still what they were. */
  clear({ hasSameMerchants = false } = {}): void {
    for (const kept of [this.orders, this.references, this.tokens]) kept.clear();
    if (!hasSameMerchants) this.merchants.clear();
    for (const kept of [this.cardEntries, this.balances, this.counts]) kept.clear();
    this.hasAllCounts = false;
    this.hasAllReferences = false;
    this.hasForgotten = false;
  }

  /** Takes over what a unit of work changed. */
  put(changes: Changes): void {
    for (const { before, after } of changes.orders ?? []) this.#order(after, !before);
    for (const merchant of changes.merchants ?? []) this.#keep(this.merchants, merchant.merchantId, merchant);
    for (const token of changes.tokens ?? []) this.#keep(this.tokens, tokenKey(token.merchantId, token.tokenId), token);
    for (const { merchantId, tokenId } of changes.deletedTokens ?? [])
      this.#keep(this.tokens, tokenKey(merchantId, tokenId), null);
    for (const entry of changes.cardEntries ?? []) this.#keep(this.cardEntries, entry.id, entry);
    for (const { ruleId, key, seen, fired } of changes.counts ?? []) this.putCount(ruleId, key, { seen, fired });
    if (changes.forgottenCounts?.length) {
      this.counts.clear();
      this.hasAllCounts = false;
    }
    for (const { account, merchantId, currency, amount } of changes.ledger ?? []) {
      const key = balanceKey(merchantId, currency);
      const known = this.balances.get(key);
      if (account === "unsettled" && known !== undefined) this.balances.put(key, known + amount);
    }
  }

  putCount(ruleId: string, key: string, counter: Counter): void {
    if (this.#keep(this.counts, countKey(ruleId, key), counter)) this.hasAllCounts = false;
  }

  #order(order: Order, isNew: boolean): void {
    this.#keep(this.orders, order.id, order);
    if (isNew && this.#keep(this.references, referenceKey(order.merchantId, order.reference), order.id))
      this.hasAllReferences = false;
  }

  #keep<K, V>(kept: Kept<K, V>, key: K, value: V): boolean {
    const isFull = kept.put(key, value);
    if (isFull) this.hasForgotten = true;
    return isFull;
  }
}

export const referenceKey = (merchantId: number, reference: string): string => `${merchantId} ${reference}`;
export const balanceKey = (merchantId: number, currency: string): string => `${merchantId} ${currency}`;
export const tokenKey = (merchantId: number, tokenId: number): string => `${merchantId} ${tokenId}`;
export const countKey = (ruleId: string, key: string): string => `${ruleId}\n${key}`;

import type { Changes, Merchant } from "../../../app/ports/store.js";
import type { CardEntry } from "../../../domain/card-entry.js";
import type { Order } from "../../../domain/order.js";
import type { Token } from "../../../domain/token.js";
import type { Counter } from "../../../scenario/matching/choose.js";
import type { KnownRecord, ReadRow } from "./lane-state.js";

/** The maximum number of cached records of one kind. References are small and needed for each create. */
const LIMIT = 20_000;
const REFERENCES_LIMIT = 100_000;

/** A bounded cache. Drops everything once it is full. */
class Kept<K, V> {
  readonly #values = new Map<K, V>();
  readonly #limit: number;

  constructor(limit: number = LIMIT) {
    this.#limit = limit;
  }

  /** Undefined if unknown. A known absence is stored as null. */
  get(key: K): V | undefined {
    return this.#values.get(key);
  }

  /** Returns whether everything cached had to be dropped. */
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
 * A node's cache of a lane at one version. Units of work use it only while they hold the lane's lock, and only if the
 * locked row has this version.
 */
export class LaneCache {
  /**
   * The version of the cached data. The cached merchants belong to the record's version. Undefined: nothing is
   * cached.
   */
  row: { readonly version: number; readonly recordVersion: number } | undefined;
  /**
   * True if another node has written to the lane since this one last did. The next reads are then sent together with
   * the lock.
   */
  isShared = true;
  /** The cached record. It has its own version, which the row contains. */
  record: KnownRecord | undefined;
  readonly orders = new Kept<number, Order>();
  /** The newest order's id by merchant and reference. Null: no order has the reference. */
  readonly references = new Kept<string, number | null>(REFERENCES_LIMIT);
  readonly merchants = new Kept<number, Merchant | null>();
  readonly tokens = new Kept<string, Token | null>();
  readonly cardEntries = new Kept<number, CardEntry | null>();
  readonly balances = new Kept<string, number>();
  readonly counts = new Kept<string, Counter>();
  /** True if all counters are cached, so that a missing one is zero. */
  hasAllCounts = false;
  /** True if every order's reference is cached, so that a missing one was never used. */
  hasAllReferences = false;
  /**
   * True if something was dropped since the cache was last cleared, so that changes of a transaction's units may be
   * missing.
   */
  hasForgotten = false;
  #timeline: string | undefined;

  /** Clears the cache, because changes of this node may not have been stored. */
  forget(): void {
    this.clear();
    this.row = undefined;
  }

  /**
   * Compares with the locked row. If its version or timeline differs, the cache is dropped. After a fail-over, the
   * new primary may lack the last versions and reuse their numbers.
   */
  meet({ version, recordVersion, ids }: ReadRow, timeline: string | undefined): void {
    if (this.#timeline !== undefined && this.#timeline !== timeline) {
      this.forget();
      this.record = undefined;
    }
    this.#timeline = timeline;
    this.isShared = this.row?.version !== version;
    if (!this.isShared) return;
    this.clear({ hasSameMerchants: this.row?.recordVersion === recordVersion });
    this.row = { version, recordVersion };
    this.hasAllReferences = ids.orders === 0;
  }

  /** `hasSameMerchants`: the merchants are still valid. */
  clear({ hasSameMerchants = false } = {}): void {
    for (const kept of [this.orders, this.references, this.tokens]) kept.clear();
    if (!hasSameMerchants) this.merchants.clear();
    for (const kept of [this.cardEntries, this.balances, this.counts]) kept.clear();
    this.hasAllCounts = false;
    this.hasAllReferences = false;
    this.hasForgotten = false;
  }

  /** Adds the changes of a unit of work. */
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

  /** Null: no order has the reference. */
  putReference(merchantId: number, reference: string, id: number | null): void {
    // A full cache drops everything, including references that were used in between.
    if (this.#keep(this.references, referenceKey(merchantId, reference), id)) this.hasAllReferences = false;
  }

  putCount(ruleId: string, key: string, counter: Counter): void {
    if (this.#keep(this.counts, countKey(ruleId, key), counter)) this.hasAllCounts = false;
  }

  #order(order: Order, isNew: boolean): void {
    this.#keep(this.orders, order.id, order);
    if (isNew) this.putReference(order.merchantId, order.reference, order.id);
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

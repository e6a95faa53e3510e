import type { Merchant, Read } from "../../app/ports/store.js";
import { foldUserId } from "../../domain/token.js";
import { readCardEntry } from "./card-entries.js";
import type { OrderCache } from "./order-cache.js";
import { readMerchant, readOrder } from "./rows.js";
import type { Statements } from "./statements.js";

// Whole statements, each one text: to join them on each call costs as much as to run them.
const ORDER = "SELECT order_json, options_json FROM orders";
const EXPIRED = `${ORDER} WHERE status = 'OPEN' AND expires_at <= ? ORDER BY expires_at, id LIMIT ?`;
const SETTLEABLE = `${ORDER} WHERE status = 'unsettled' AND id > ? AND (? IS NULL OR merchant_id = ?) ORDER BY id LIMIT ?`;

/** Merchants are asked for by each call and hardly ever change: they are kept as read, until one is written. */
export class MerchantCache {
  readonly #read = new Map<number, Merchant>();

  constructor(readonly sql: Statements) {}

  of(id: number): Merchant | undefined {
    const kept = this.#read.get(id);
    if (kept) return kept;
    const merchant = readMerchant(this.sql.of("SELECT * FROM merchants WHERE id = ?").get(id));
    if (merchant) this.#read.set(id, merchant);
    return merchant;
  }

  forget(): void {
    this.#read.clear();
  }
}

/** Where reads are answered from. */
export interface Caches {
  readonly sql: Statements;
  readonly merchants: MerchantCache;
  readonly orders: OrderCache;
}

/** Answers one read of a unit of work. */
export function answerRead({ sql, merchants, orders }: Caches, read: Read): unknown {
  switch (read.read) {
    case "order":
      return orders.of(read.id);
    case "order-by-reference":
      return orders.byReference(read.merchantId, read.reference);
    case "merchant":
      return merchants.of(read.merchantId);
    case "token": {
      const row = sql
        .of("SELECT token_json FROM tokens WHERE merchant_id = ? AND id = ?")
        .get(read.merchantId, read.tokenId);
      return row && JSON.parse(row.token_json);
    }
    case "tokens": {
      const user = read.userId === undefined ? null : foldUserId(read.userId);
      return sql
        .of("SELECT token_json FROM tokens WHERE merchant_id = ? AND (? IS NULL OR user_key = ?) ORDER BY id")
        .all(read.merchantId, user, user)
        .map((row) => JSON.parse(row.token_json));
    }
    case "card-entry":
      return readCardEntry(sql, read.id);
    // ASSUMED(opening-balance): nothing was sold yet.
    case "unsettled":
      return (
        sql.of("SELECT amount FROM balances WHERE merchant_id = ? AND currency = ?").get(read.merchantId, read.currency)
          ?.amount ?? 0
      );
    case "rule-count":
      return (
        sql.of("SELECT seen, fired FROM rule_counts WHERE rule_id = ? AND key = ?").get(read.ruleId, read.key) ?? {
          seen: 0,
          fired: 0,
        }
      );
    case "expired":
      return sql.of(EXPIRED).all(read.now, read.limit).map(readOrder);
    case "settleable": {
      const merchant = read.merchantId ?? null;
      return sql.of(SETTLEABLE).all(read.afterId, merchant, merchant, read.limit).map(readOrder);
    }
  }
}

import type { LaneState } from "../../app/ports/lane-record.js";
import type { Read } from "../../app/ports/store.js";
import { foldUserId } from "../../domain/token.js";
import type { Parts } from "./parts.js";
import { readCardEntry } from "./tables/card-entries.js";
import { readOrder, SELECT_ORDER } from "./tables/orders.js";
import { taskTable } from "./tables/tables.js";

// Each statement is a constant string, because building it for each call would cost as much as running it.
const EXPIRED = `${SELECT_ORDER} WHERE status = 'OPEN' AND expires_at <= ? ORDER BY expires_at, id LIMIT ?`;
export const SETTLEABLE = `${SELECT_ORDER} INDEXED BY orders_settleable WHERE status IN ('unsettled', 'unsettled-refunded') AND id > ? AND (? IS NULL OR merchant_id = ?) ORDER BY id LIMIT ?`;

/** The sources of reads. */
export interface ReadParts extends Parts {
  /** The record and the current time. */
  readonly state: () => LaneState;
}

/** Answers one read of a unit of work. */
export function answerRead({ sql, merchants, orders, counters, journal, state }: ReadParts, read: Read): unknown {
  switch (read.read) {
    case "lane":
      return state();
    case "has-history":
      return journal.lastId() > 0 || sql.of("SELECT id FROM orders LIMIT 1").get() !== undefined;
    case "due-task": {
      const row = sql.of("SELECT * FROM scheduled_tasks WHERE at <= ? ORDER BY at, id LIMIT 1").get(read.now);
      return row && taskTable.read(row);
    }
    case "order":
      return orders.of(read.id);
    case "order-by-reference":
      return orders.byReference(read.merchantId, read.reference);
    case "order-in-any-case":
      return orders.inAnyCase(read.merchantId, read.reference);
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
      return counters.of(read.ruleId, read.key);
    case "expired":
      return sql.of(EXPIRED).all(read.now, read.limit).map(readOrder);
    case "settleable": {
      const merchant = read.merchantId ?? null;
      return sql.of(SETTLEABLE).all(read.afterId, merchant, merchant, read.limit).map(readOrder);
    }
  }
}

import type { Read } from "../app/ports.js";
import { foldUserId } from "../domain/token.js";
import { readMerchant, readOrder } from "./rows.js";
import type { Statements } from "./statements.js";

const ORDER = "SELECT order_json, wish FROM orders";

/** Answers one read of a unit of work. */
export function answerRead(sql: Statements, read: Read): unknown {
  switch (read.read) {
    case "order":
      return readOrder(sql.of(`${ORDER} WHERE id = ?`).get(read.id));
    case "order-by-reference":
      return readOrder(
        sql
          .of(`${ORDER} WHERE merchant_id = ? AND reference = ? ORDER BY id DESC LIMIT 1`)
          .get(read.merchantId, read.reference),
      );
    case "merchant":
      return readMerchant(sql.of("SELECT * FROM merchants WHERE id = ?").get(read.merchantId));
    case "token": {
      const row = sql
        .of("SELECT token_json FROM tokens WHERE merchant_id = ? AND id = ?")
        .get(read.merchantId, read.tokenId);
      return row && JSON.parse(row.token_json);
    }
    case "tokens":
      return sql
        .of("SELECT token_json FROM tokens WHERE merchant_id = ?1 AND (?2 IS NULL OR user_key = ?2) ORDER BY id")
        .all(read.merchantId, read.userId === undefined ? null : foldUserId(read.userId))
        .map((row) => JSON.parse(row.token_json));
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
      return sql
        .of(`${ORDER} WHERE status = 'OPEN' AND expires_at <= ? ORDER BY expires_at, id LIMIT ?`)
        .all(read.now, read.limit)
        .map(readOrder);
    case "settleable":
      return sql
        .of(`${ORDER} WHERE status = 'unsettled' AND id > ?1 AND (?2 IS NULL OR merchant_id = ?2) ORDER BY id LIMIT ?3`)
        .all(read.afterId, read.merchantId ?? null, read.limit)
        .map(readOrder);
  }
}

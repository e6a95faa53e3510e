import type { Read } from "../../app/ports/store.js";
import { foldUserId } from "../../domain/token.js";
import type { Parts } from "./parts.js";
import { readCardEntry } from "./tables/card-entries.js";
import { readOrder, SELECT_ORDER } from "./tables/orders.js";
import { taskTable } from "./tables/tables.js";

// Each statement is a constant string, because building it for each call would cost as much as running it.
const EXPIRED = `${SELECT_ORDER} WHERE status = 'OPEN' AND expires_at <= ? ORDER BY expires_at, id LIMIT ?`;
export const SETTLEABLE = `${SELECT_ORDER} INDEXED BY orders_settleable WHERE status IN ('unsettled', 'unsettled-refunded') AND id > ? AND (? IS NULL OR merchant_id = ?) ORDER BY id LIMIT ?`;

type Answers = {
  readonly [Kind in Read["read"]]: (parts: Parts, read: Extract<Read, { readonly read: Kind }>) => unknown;
};

/** Answers one read of a unit of work. */
export const answerRead = (parts: Parts, read: Read): unknown => answers[read.read](parts, read as never);

const answers: Answers = {
  lane: ({ lane }) => lane.state(),
  "has-history": ({ sql, journal }) =>
    journal.lastId() > 0 || sql.of("SELECT id FROM orders LIMIT 1").get() !== undefined,
  "due-task": ({ sql }, { now }) => {
    const row = sql.of("SELECT * FROM scheduled_tasks WHERE at <= ? ORDER BY at, id LIMIT 1").get(now);
    return row && taskTable.read(row);
  },
  order: ({ orders }, { id }) => orders.of(id),
  "order-by-reference": ({ orders }, { merchantId, reference }) => orders.byReference(merchantId, reference),
  "order-in-any-case": ({ orders }, { merchantId, reference }) => orders.inAnyCase(merchantId, reference),
  merchant: ({ merchants }, { merchantId }) => merchants.of(merchantId),
  token: ({ sql }, { merchantId, tokenId }) => {
    const row = sql.of("SELECT token_json FROM tokens WHERE merchant_id = ? AND id = ?").get(merchantId, tokenId);
    return row && JSON.parse(row.token_json);
  },
  tokens: ({ sql }, { merchantId, userId }) => {
    const user = userId === undefined ? null : foldUserId(userId);
    return sql
      .of("SELECT token_json FROM tokens WHERE merchant_id = ? AND (? IS NULL OR user_key = ?) ORDER BY id")
      .all(merchantId, user, user)
      .map((row) => JSON.parse(row.token_json));
  },
  "card-entry": ({ sql }, { id }) => readCardEntry(sql, id),
  // ASSUMED(opening-balance): nothing was sold yet.
  unsettled: ({ sql }, { merchantId, currency }) =>
    sql.of("SELECT amount FROM balances WHERE merchant_id = ? AND currency = ?").get(merchantId, currency)?.amount ?? 0,
  "rule-count": ({ counters }, { ruleId, key }) => counters.of(ruleId, key),
  expired: ({ sql }, { now, limit }) => sql.of(EXPIRED).all(now, limit).map(readOrder),
  settleable: ({ sql }, { merchantId = null, afterId, limit }) =>
    sql.of(SETTLEABLE).all(afterId, merchantId, merchantId, limit).map(readOrder),
};

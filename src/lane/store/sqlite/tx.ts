import { foldUserId } from "../../../core/domain/token.js";
import type { Tx } from "../../ports/store.js";
import type { LaneIds } from "./lane-ids.js";
import type { Parts } from "./parts.js";
import { readCardEntry } from "./tables/card-entries.js";
import { readOrder, SELECT_ORDER } from "./tables/orders.js";
import { taskTable } from "./tables/tables.js";

// Each statement is a constant string, because building it for each call would cost as much as running it.
const EXPIRED = `${SELECT_ORDER} WHERE status = 'OPEN' AND expires_at <= ? ORDER BY expires_at, id LIMIT ?`;
export const SETTLEABLE = `${SELECT_ORDER} INDEXED BY orders_settleable WHERE status IN ('unsettled', 'unsettled-refunded') AND id > ? AND (? IS NULL OR merchant_id = ?) ORDER BY id LIMIT ?`;

/** What a unit of work sees of a lane in SQLite. Each read is answered at once. */
export const txOf = ({ sql, orders, merchants, lane, counters, journal }: Parts, ids: LaneIds): Tx => ({
  fresh: ids.fresh,
  lane: () => lane.state(),
  hasHistory: () => journal.lastId() > 0 || sql.of("SELECT id FROM orders LIMIT 1").get() !== undefined,
  dueTask: (now) => {
    const row = sql.of("SELECT * FROM scheduled_tasks WHERE at <= ? ORDER BY at, id LIMIT 1").get(now);
    return row && taskTable.read(row);
  },
  order: (id) => orders.of(id),
  orderByReference: (merchantId, reference) => orders.byReference(merchantId, reference),
  orderInAnyCase: (merchantId, reference) => orders.inAnyCase(merchantId, reference),
  merchant: (merchantId) => merchants.of(merchantId),
  token: (merchantId, tokenId) => {
    const row = sql.of("SELECT token_json FROM tokens WHERE merchant_id = ? AND id = ?").get(merchantId, tokenId);
    return row && JSON.parse(row.token_json);
  },
  tokens: (merchantId, userId) => {
    const user = userId === undefined ? null : foldUserId(userId);
    return sql
      .of("SELECT token_json FROM tokens WHERE merchant_id = ? AND (? IS NULL OR user_key = ?) ORDER BY id")
      .all(merchantId, user, user)
      .map((row) => JSON.parse(row.token_json));
  },
  cardEntry: (id) => readCardEntry(sql, id),
  // ASSUMED(opening-balance): nothing was sold yet.
  unsettled: (merchantId, currency) =>
    sql.of("SELECT amount FROM balances WHERE merchant_id = ? AND currency = ?").get(merchantId, currency)?.amount ?? 0,
  ruleCount: (ruleId, key) => counters.of(ruleId, key),
  expired: (now, limit) =>
    sql
      .of(EXPIRED)
      .all(now, limit)
      .map((row) => readOrder(row)!),
  settleable: ({ merchantId = null, afterId, limit }) =>
    sql
      .of(SETTLEABLE)
      .all(afterId, merchantId, merchantId, limit)
      .map((row) => readOrder(row)!),
});

import { isSettleable } from "../domain/decide/settle-order.js";
import { beginningOfTime } from "../domain/money.js";
import { type Order, type OrderStatus, statusOf } from "../domain/order.js";

/**
 * The status column is for search alone: what an order is without looking at a clock,
 * and `unsettled` for all that a settlement would move.
 */
export const searchStatus = (order: Order): string =>
  isSettleable(order) ? "unsettled" : order.closedAt === undefined ? statusOf(order, beginningOfTime) : "CLOSED";

/** Under which search statuses an order may be found that stands so at some instant. */
export const searchedAs: Readonly<Record<OrderStatus, readonly string[]>> = {
  OPEN: ["OPEN"],
  CLOSED: ["CLOSED", "OPEN"],
  SUCCESS: ["unsettled"],
  REFUNDED: ["REFUNDED", "unsettled"],
  VOIDED: ["VOIDED"],
  SETTLED: ["SETTLED"],
  CANCELLED: ["CANCELLED"],
};

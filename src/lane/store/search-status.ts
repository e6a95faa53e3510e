import { isSettleable } from "../../core/domain/decide/settle-order.js";
import { beginningOfTime } from "../../core/domain/money.js";
import { type Order, type OrderStatus, statusOf } from "../../core/domain/order.js";

/**
 * The value of the status column, which is only used for searching: the order's status without regard to the clock,
 * or `unsettled` for every order that a settlement would move.
 */
export const searchStatus = (order: Order): string =>
  isSettleable(order) ? "unsettled" : order.closedAt === undefined ? statusOf(order, beginningOfTime) : "CLOSED";

/** For each order status: the values that the column may have for an order with this status. */
export const searchedAs: Readonly<Record<OrderStatus, readonly string[]>> = {
  OPEN: ["OPEN"],
  CLOSED: ["CLOSED", "OPEN"],
  SUCCESS: ["unsettled"],
  REFUNDED: ["REFUNDED", "unsettled"],
  VOIDED: ["VOIDED"],
  SETTLED: ["SETTLED"],
  CANCELLED: ["CANCELLED"],
};

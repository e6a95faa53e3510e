import type { OrderFilter } from "../../app/ports/store.js";
import type { Instant } from "../../domain/money.js";
import { type Order, type OrderStatus, statusOf } from "../../domain/order.js";
import { searchedAs } from "../search-status.js";
import { readOrder } from "./rows.js";
import type { Statements } from "./statements.js";
import { where } from "./where.js";

const ORDER = "SELECT order_json, options_json FROM orders";
const DEFAULT_LIMIT = 100;

/** Newest first; those of a status stand so at `now`. */
export function listOrders(sql: Statements, now: Instant, filter: OrderFilter): readonly Order[] {
  const { merchantId, merchantReference, status, before, limit = DEFAULT_LIMIT } = filter;
  // A reference names few orders, and has an index of its own.
  if (status !== undefined && merchantReference === undefined)
    return ordersOfStatus(sql, now, { merchantId, before, status, limit });
  const { clause, values } = where({ merchant_id: merchantId, reference: merchantReference }, before);
  const rows = sql.of(`${ORDER}${clause} ORDER BY id DESC LIMIT ?`).all(...values, status === undefined ? limit : -1);
  const found = rows.map((row) => readOrder(row)!);
  return status === undefined ? found : found.filter((order) => statusOf(order, now) === status).slice(0, limit);
}

const PIECE = 500;
export const BY_STATUS = `${ORDER} WHERE status = ? AND id < ? ORDER BY id DESC LIMIT ${PIECE}`;

type StatusFilter = Pick<OrderFilter, "merchantId" | "before"> & {
  readonly status: OrderStatus;
  readonly limit: number;
};

/** Read piece by piece until there are enough: whether an order is CLOSED depends on the clock, which no index knows. */
function ordersOfStatus(
  sql: Statements,
  now: Instant,
  { status, merchantId, before = Number.MAX_SAFE_INTEGER, limit }: StatusFilter,
): readonly Order[] {
  const fits = (order: Order): boolean =>
    statusOf(order, now) === status && (merchantId === undefined || order.merchantId === merchantId);
  const found = searchedAs[status].flatMap((searched) => {
    const those: Order[] = [];
    for (let below = before; those.length < limit; ) {
      const piece = sql
        .of(BY_STATUS)
        .all(searched, below)
        .map((row) => readOrder(row)!);
      those.push(...piece.filter(fits));
      if (piece.length < PIECE) break;
      below = piece.at(-1)!.id;
    }
    return those;
  });
  return found.sort((a, b) => b.id - a.id).slice(0, limit);
}

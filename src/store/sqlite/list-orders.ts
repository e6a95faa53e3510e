import type { OrderFilter } from "../../app/ports/store.js";
import type { Instant } from "../../domain/money.js";
import { type Order, type OrderStatus, statusOf } from "../../domain/order.js";
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
    return ordersOfStatus(sql, { now, status, merchantId, before, limit });
  const { clause, values } = where({ merchant_id: merchantId, reference: merchantReference }, before);
  const rows = sql.of(`${ORDER}${clause} ORDER BY id DESC LIMIT ?`).all(...values, status === undefined ? limit : -1);
  const found = rows.map((row) => readOrder(row)!);
  return status === undefined ? found : found.filter((order) => statusOf(order, now) === status).slice(0, limit);
}

const newest = (condition: string, index = ""): string =>
  `${ORDER}${index} WHERE ${condition} AND id < :before AND (:merchant IS NULL OR merchant_id = :merchant) ORDER BY id DESC LIMIT :limit`;

const kept = (status: string): string => newest(`status = '${status}'`);

/**
 * The orders of each status. An open one is CLOSED from its expiry on, also before a pulse has recorded that: those few
 * are found by their expiry.
 */
export const BY_STATUS: Readonly<Record<OrderStatus, readonly string[]>> = {
  OPEN: [newest("status = 'OPEN' AND expires_at > :now")],
  CLOSED: [kept("CLOSED"), newest("status = 'OPEN' AND expires_at <= :now", " INDEXED BY orders_by_expiry")],
  SUCCESS: [kept("unsettled")],
  REFUNDED: [kept("REFUNDED"), kept("unsettled-refunded")],
  VOIDED: [kept("VOIDED")],
  SETTLED: [kept("SETTLED")],
  CANCELLED: [kept("CANCELLED")],
};

type StatusFilter = Omit<OrderFilter, "merchantReference"> & {
  readonly now: Instant;
  readonly status: OrderStatus;
  readonly limit: number;
};

function ordersOfStatus(
  sql: Statements,
  { now, status, merchantId, before = Number.MAX_SAFE_INTEGER, limit }: StatusFilter,
): readonly Order[] {
  return BY_STATUS[status]
    .flatMap((text) => sql.of(text).all({ now, before, merchant: merchantId ?? null, limit }))
    .map((row) => readOrder(row)!)
    .sort((a, b) => b.id - a.id)
    .slice(0, limit);
}

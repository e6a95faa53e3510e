import { type Order, refundOf } from "../../../../core/domain/order.js";
import { searchStatus } from "../../search-status.js";
import type { Statements } from "../database/statements.js";

/** Orders are stored whole, their options apart. The other columns are only for searching. */
export const ordersSchema = `
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, merchant_id INTEGER NOT NULL, reference TEXT NOT NULL, status TEXT NOT NULL,
  expires_at INTEGER NOT NULL, last_transaction INTEGER NOT NULL, order_json TEXT NOT NULL, options_json TEXT NOT NULL);
CREATE INDEX orders_by_reference ON orders (merchant_id, reference);
CREATE INDEX orders_by_status ON orders (status);
CREATE INDEX orders_by_expiry ON orders (expires_at) WHERE status = 'OPEN';
CREATE INDEX orders_settleable ON orders (id) WHERE status IN ('unsettled', 'unsettled-refunded');
`;

/** Writes a new or a changed order. Returns the length of its texts. */
export function writeOrder(sql: Statements, order: Order, isNew: boolean): number {
  const { id, merchantId, reference, expiresAt, transactions } = order;
  const status = statusColumn(order);
  const lastTransaction = transactions.at(-1)?.id ?? 0;
  const text = JSON.stringify({ ...order, options: undefined });
  const options = JSON.stringify(order.options);
  if (isNew)
    sql
      .of("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
      .run(id, merchantId, reference, status, expiresAt, lastTransaction, text, options);
  else
    sql
      .of("UPDATE orders SET status = ?, last_transaction = ?, order_json = ? WHERE id = ?")
      .run(status, lastTransaction, text, id);
  return text.length + options.length;
}

/** Unsettled orders have two values, with and without a refund, because both are searched for. */
function statusColumn(order: Order): string {
  const status = searchStatus(order);
  return status === "unsettled" && refundOf(order) ? "unsettled-refunded" : status;
}

/** The columns that `readOrder` reads. */
export const SELECT_ORDER = "SELECT order_json, options_json FROM orders";

// biome-ignore lint/suspicious/noExplicitAny: rows come untyped from the driver.
type Row = any;

export function readOrder(row: Row): Order | undefined {
  if (row === undefined) return undefined;
  const order = JSON.parse(row.order_json);
  order.options = JSON.parse(row.options_json);
  return order;
}

import type { LedgerLine } from "../../../../core/domain/ledger.js";
import type { Order } from "../../../../core/domain/order.js";
import type { OutboxEntry } from "../../../ports/outbox.js";
import type { Row } from "../connection/connection.js";

export function readOrder(row: Row): Order {
  const order = JSON.parse(row.doc);
  order.options = row.options === null ? {} : JSON.parse(row.options);
  return order;
}

// biome-ignore lint/suspicious/noExplicitAny: the table says what the document is.
export const readDoc = (row: Row): any => JSON.parse(row.doc);

export function readLedgerLine(row: Row): LedgerLine {
  const { commit: _, ...line } = JSON.parse(row.doc) as LedgerLine & { commit: number };
  return line;
}

/** Names the columns, because a prepared `*` fails after a migration adds one. */
export const OUTBOX_COLUMNS = "id, doc, order_id, due_at, state, attempt_count, effects";

export function readOutbox(row: Row): OutboxEntry {
  return {
    id: row.id,
    ...JSON.parse(row.doc),
    ...(row.order_id !== null && { orderId: row.order_id }),
    dueAt: row.due_at,
    state: row.state,
    attemptCount: row.attempt_count,
    effects: JSON.parse(row.effects),
  };
}

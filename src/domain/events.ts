import type { Instant } from "./money.js";
import type { Order, Transaction } from "./order.js";

/** What happened to an order. */
export type Event =
  | { readonly type: "order-created"; readonly at: Instant; readonly order: Order }
  | { readonly type: "sale-approved"; readonly at: Instant; readonly transaction: Transaction }
  | { readonly type: "declined"; readonly at: Instant; readonly transaction: Transaction }
  | { readonly type: "refunded"; readonly at: Instant; readonly transaction: Transaction }
  | { readonly type: "voided"; readonly at: Instant; readonly transaction: Transaction }
  | { readonly type: "settled"; readonly at: Instant }
  | { readonly type: "closed"; readonly at: Instant }
  | { readonly type: "cancelled"; readonly at: Instant; readonly to: "CANCELLED" | "CLOSED" | undefined };

/** The order after an event. Only `order-created` may come first. */
export function evolve(order: Order | undefined, event: Event): Order {
  if (event.type === "order-created") return event.order;
  if (!order) throw new Error(`${event.type} came before order-created`);
  switch (event.type) {
    case "sale-approved":
    case "declined":
    case "refunded":
    case "voided":
      return { ...order, updatedAt: event.at, transactions: [...order.transactions, event.transaction] };
    case "settled":
      return { ...order, updatedAt: event.at, settledAt: event.at };
    case "closed":
      return { ...order, updatedAt: event.at, closedAt: event.at };
    case "cancelled":
      return { ...order, updatedAt: event.at, ...(event.to && { cancelled: event.to }) };
  }
}

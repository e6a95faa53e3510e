import type { CardEntry } from "./card-entry.js";
import type { CarriedDecline } from "./carried-decline.js";
import type { CardEntryEvent, OrderEvent } from "./events.js";
import type { Order } from "./order.js";
import { tokenMask } from "./token.js";

/** The order after an event. Only `order-created` may come first. */
export function evolve(order: Order | undefined, event: OrderEvent): Order {
  if (event.type === "order-created") return event.order;
  if (!order) throw new Error(`${event.type} came before order-created`);
  switch (event.type) {
    case "email-given":
      return { ...order, email: event.email };
    case "sale-approved":
    case "declined":
    case "refunded":
    case "voided":
      return {
        ...withoutCarried(order),
        updatedAt: event.at,
        transactions: [...order.transactions, event.transaction],
      };
    case "settled":
      return { ...order, updatedAt: event.at, settledAt: event.at };
    case "closed":
      return { ...order, updatedAt: event.at, closedAt: event.at };
    case "cancelled":
      return { ...order, updatedAt: event.at, ...(event.to && { cancelled: event.to }) };
  }
}

/** A carried decline applies only to the first attempt on the page. */
function withoutCarried<T extends { readonly carried?: CarriedDecline }>(before: T): Omit<T, "carried"> {
  const { carried: _, ...rest } = before;
  return rest;
}

/** The card entry after an event. Only `card-entry-opened` may come first. */
export function evolveCardEntry(entry: CardEntry | undefined, event: CardEntryEvent): CardEntry {
  if (event.type === "card-entry-opened") return event.cardEntry;
  if (!entry) throw new Error(`${event.type} came before card-entry-opened`);
  switch (event.type) {
    case "card-declined":
      return { ...withoutCarried(entry), charges: [...entry.charges, event.charge] };
    case "card-saved": {
      const { charge, reversal, token, at } = event;
      const saved = { tokenId: token.tokenId, maskedPan: tokenMask(token), brand: token.brand, at };
      return { ...withoutCarried(entry), charges: [...entry.charges, charge, reversal], saved };
    }
    // ASSUMED(card-entry-page): the shopper may come back while the page is open.
    case "card-entry-cancelled":
      return entry;
  }
}

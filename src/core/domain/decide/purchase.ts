import type { Policy } from "../../facts/assumptions.js";
import { limits } from "../../facts/limits.js";
import { isSameItems } from "../checkout-options.js";
import type { Purchase } from "../commands.js";
import { type Circumstances, type Decision, reject } from "../decision.js";
import type { OrderEvent } from "../events.js";
import { type Currency, type Instant, later } from "../money.js";
import { type Order, type OrderOrigin, type OrderStatus, statusOf } from "../order.js";
import { isSameUser } from "../token.js";
import type { SaleEvent } from "./sale.js";

interface Particulars {
  readonly origin: OrderOrigin;
  readonly currency: Currency;
  readonly recurring: boolean;
  readonly hasPage?: boolean;
  readonly expiresAt?: Instant | undefined;
  readonly parentOrderId?: number | undefined;
  readonly userId?: string | undefined;
  readonly tokenId?: number | undefined;
}

// ASSUMED(order-id-size): six digits. Orders that were made under another choice keep their ids.
const orderIdOf = ({ fresh, policy }: Circumstances): number =>
  fresh.orderId() + (policy["order-id-size"] === "up-to-31-bits" ? limits.largeOrderIds.value : 0);

/** The order before any payment attempt. */
export function newOrder(p: Purchase, o: Particulars, c: Circumstances): Order {
  const id = orderIdOf(c);
  const order: { -readonly [Member in keyof Order]: Order[Member] } = {
    id,
    merchantId: p.merchantId,
    reference: p.reference,
    currency: o.currency,
    amount: p.amount,
    origin: o.origin,
    recurring: o.recurring,
    createdAt: c.now,
    updatedAt: c.now,
    expiresAt: o.expiresAt ?? later(c.now, limits.orderLifetimeMs.value),
    email: p.email,
    options: p.options,
    session: o.hasPage ? c.fresh.session("checkout", id) : "",
    transactions: [],
  };
  if (o.parentOrderId !== undefined) order.parentOrderId = o.parentOrderId;
  if (o.userId !== undefined) order.userId = o.userId;
  if (o.tokenId !== undefined) order.tokenId = o.tokenId;
  if (p.notifyUrl !== undefined) order.notifyUrl = p.notifyUrl;
  if (o.hasPage && c.carried) order.carried = c.carried;
  if (o.hasPage && c.traceparent !== undefined) order.traceparent = c.traceparent;
  return order;
}

/** The refusal of a reference that the merchant has used before, or undefined if it may be used. */
// ASSUMED(duplicate-reference): a reference is used up for ever, unless the policy says otherwise.
export function usedReference(p: Asked, origin: OrderOrigin, c: Circumstances): Decision | undefined {
  const existing = c.existingOrder;
  if (!existing) return undefined;
  const guesses = existing.reference === p.reference ? [] : (["reference-case"] as const);
  const used = reject("duplicate-reference", `order ${existing.id}`, "duplicate-reference", ...guesses);
  const status = statusOf(existing, c.now);
  switch (c.policy["duplicate-reference"]) {
    case "refuse":
      return used;
    case "free-after-closed":
      return status === "CLOSED" ? undefined : used;
    case "replace-open":
      return status === "CLOSED" || status === "OPEN" ? undefined : used;
    case "return-existing":
      return isSameOrder(existing, p, origin, c.policy) && !isClosedPage(existing, status)
        ? { kind: "repeated", order: existing }
        : used;
    case "return-existing-always":
      return existing.origin === origin && !isClosedPage(existing, status)
        ? { kind: "repeated", order: existing }
        : used;
    case "return-existing-while-open":
      if (status === "CLOSED") return undefined;
      return status === "OPEN" && isSameOrder(existing, p, origin, c.policy)
        ? { kind: "repeated", order: existing }
        : used;
  }
}

/**
 * Accepts a new order if its reference is free. If an open order with this reference must be closed, the same commit
 * closes it.
 */
export function acceptOrder(c: Circumstances, first: OrderEvent, ...rest: OrderEvent[]): Decision {
  const order = c.existingOrder;
  const events = [first, ...rest] as const;
  if (!order || statusOf(order, c.now) !== "OPEN") return { kind: "accepted", events };
  return { kind: "accepted", events, replaced: { order, event: { type: "cancelled", at: c.now, to: "CLOSED" } } };
}

/** Accepts a charge, whether the issuer approved or declined it. */
// ASSUMED(declined-token-order): a decline keeps the order, OPEN until it expires.
export function acceptCharge(c: Circumstances, order: Order, sale: SaleEvent): Decision {
  const { declined } = sale.transaction;
  const choice = declined ? c.policy["declined-token-order"] : "open";
  if (declined && choice === "none") return { kind: "unrecorded", decline: declined, transaction: sale.transaction };
  const kept = choice === "closed" ? { ...order, closedAt: c.now } : order;
  return acceptOrder(c, { type: "order-created", at: c.now, order: kept }, sale);
}

/** A purchase with the members that only some kinds have. */
type Asked = Purchase & {
  readonly [Name in Exclude<keyof Particulars, "origin" | "hasPage">]?: Particulars[Name] | undefined;
};

/** True if the call asks for the same order again: same money, items and payer. How the page looks doesn't count. */
const isSameOrder = (order: Order, p: Asked, origin: OrderOrigin, policy: Policy): boolean =>
  order.origin === origin &&
  order.amount === p.amount &&
  order.currency === (p.currency ?? order.currency) &&
  order.recurring === (p.recurring ?? order.recurring) &&
  isSameUser(order.userId ?? "", p.userId ?? "", policy) &&
  order.tokenId === p.tokenId &&
  order.parentOrderId === p.parentOrderId &&
  isSameItems(order.options, p.options);

/** Nobody could pay on this page any more, so there's no use in answering with it. */
const isClosedPage = ({ session }: Order, status: OrderStatus): boolean =>
  session !== "" && (status === "CLOSED" || status === "CANCELLED");

import { limits } from "../../facts/limits.js";
import { isSameItems } from "../checkout-options.js";
import type { Purchase } from "../commands.js";
import { type Circumstances, type Decision, reject } from "../decision.js";
import type { OrderEvent } from "../events.js";
import { type Currency, type Instant, later } from "../money.js";
import { type Order, type OrderOrigin, type OrderStatus, statusOf } from "../order.js";
import { foldUserId } from "../token.js";
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

/** The order as it stands before anybody paid. */
export function newOrder(p: Purchase, o: Particulars, c: Circumstances): Order {
  const id = c.fresh.orderId();
  return {
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
    ...(o.parentOrderId !== undefined && { parentOrderId: o.parentOrderId }),
    ...(o.userId !== undefined && { userId: o.userId }),
    ...(o.tokenId !== undefined && { tokenId: o.tokenId }),
    ...(p.notifyUrl !== undefined && { notifyUrl: p.notifyUrl }),
    ...(o.hasPage && c.carried && { carried: c.carried }),
  };
}

/** What the gateway says about a reference that the merchant used before; undefined when it may be used. */
// ASSUMED(duplicate-reference): a reference is used up for ever, unless the policy says otherwise.
export function usedReference(p: Asked, origin: OrderOrigin, c: Circumstances): Decision | undefined {
  const existing = c.existingOrder;
  if (!existing) return undefined;
  const used = reject("duplicate-reference", `order ${existing.id}`);
  const status = statusOf(existing, c.now);
  switch (c.policy["duplicate-reference"]) {
    case "refuse":
      return used;
    case "free-after-closed":
      return status === "CLOSED" ? undefined : used;
    case "replace-open":
      return status === "CLOSED" || status === "OPEN" ? undefined : used;
    case "return-existing":
      return isSameOrder(existing, p, origin) && !isClosedPage(existing, status)
        ? { kind: "repeated", order: existing }
        : used;
  }
}

/** Accepts a new order whose reference may be used. An open order of this reference is closed in the same commit. */
export function acceptOrder(c: Circumstances, first: OrderEvent, ...rest: OrderEvent[]): Decision {
  const order = c.existingOrder;
  const events = [first, ...rest] as const;
  if (!order || statusOf(order, c.now) !== "OPEN") return { kind: "accepted", events };
  return { kind: "accepted", events, replaced: { order, event: { type: "cancelled", at: c.now, to: "CLOSED" } } };
}

/** Accepts a charge that the issuer answered. */
// ASSUMED(declined-token-order): a decline keeps the order, OPEN until it expires.
export function acceptCharge(c: Circumstances, order: Order, sale: SaleEvent): Decision {
  const { declined } = sale.transaction;
  const choice = declined ? c.policy["declined-token-order"] : "open";
  if (declined && choice === "none") return { kind: "unrecorded", decline: declined, transaction: sale.transaction };
  const kept = choice === "closed" ? { ...order, closedAt: c.now } : order;
  return acceptOrder(c, { type: "order-created", at: c.now, order: kept }, sale);
}

/** A purchase with what its kind says besides. */
type Asked = Purchase & {
  readonly [Name in Exclude<keyof Particulars, "origin" | "hasPage">]?: Particulars[Name] | undefined;
};

/** Whether an order is what is asked for once more: its money, its items and who pays. How it is shown is no part of it. */
const isSameOrder = (order: Order, p: Asked, origin: OrderOrigin): boolean =>
  order.origin === origin &&
  order.amount === p.amount &&
  order.currency === (p.currency ?? order.currency) &&
  order.recurring === (p.recurring ?? order.recurring) &&
  foldUserId(order.userId ?? "") === foldUserId(p.userId ?? "") &&
  order.tokenId === p.tokenId &&
  order.parentOrderId === p.parentOrderId &&
  isSameItems(order.options, p.options);

/** Nobody could pay on the page that would be answered. */
const isClosedPage = ({ session }: Order, status: OrderStatus): boolean =>
  session !== "" && (status === "CLOSED" || status === "CANCELLED");

import { limits } from "../../facts/limits.js";
import { isSameOptions } from "../checkout-options.js";
import type { Purchase } from "../commands.js";
import { type Circumstances, type Decision, reject } from "../decision.js";
import { type Currency, type Instant, later } from "../money.js";
import { type Order, type OrderOrigin, statusOf } from "../order.js";

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
  const existingOrder = c.existingOrder;
  if (!existingOrder) return undefined;
  const choice = c.policy["duplicate-reference"];
  if (choice === "free-after-closed" && statusOf(existingOrder, c.now) === "CLOSED") return undefined;
  if (choice === "return-existing" && isSameRequest(existingOrder, p, origin))
    return { kind: "repeated", order: existingOrder };
  return reject("duplicate-reference", `order ${existingOrder.id}`);
}

/** A purchase with what its kind says besides. */
type Asked = Purchase & {
  readonly [Name in Exclude<keyof Particulars, "origin" | "hasPage">]?: Particulars[Name] | undefined;
};

const isSameRequest = (order: Order, p: Asked, origin: OrderOrigin): boolean =>
  order.origin === origin &&
  order.amount === p.amount &&
  order.currency === (p.currency ?? order.currency) &&
  order.recurring === (p.recurring ?? order.recurring) &&
  order.expiresAt === (p.expiresAt ?? order.createdAt + limits.orderLifetimeMs.value) &&
  order.notifyUrl === p.notifyUrl &&
  order.userId === p.userId &&
  order.tokenId === p.tokenId &&
  order.parentOrderId === p.parentOrderId &&
  // The shopper may have typed another on the page.
  (order.session !== "" || order.email === p.email) &&
  isSameOptions(order.options, p.options);

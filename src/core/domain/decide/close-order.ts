import { accept, type Circumstances, type Decision, reject } from "../decision.js";
import { type Order, statusOf } from "../order.js";

const statusAfter = { "stay-open": undefined, cancelled: "CANCELLED", closed: "CLOSED" } as const;

/** Rejects an order that is not OPEN. */
// ASSUMED(cancel): the order stays OPEN and can be paid later.
export function decideCancelOrder(order: Order, c: Circumstances): Decision {
  const status = statusOf(order, c.now);
  if (status !== "OPEN") return reject("order-not-payable", `order ${order.id} is ${status}`);
  return accept({ type: "cancelled", at: c.now, to: statusAfter[c.policy.cancel] });
}

/** Closes an unpaid order that has expired, as of its expiry. `early` closes it now, as a tester may ask. */
export function decideExpireOrder(order: Order, c: Circumstances, early = false): Decision {
  const status = statusOf(order, c.now);
  if (status === "CLOSED" && order.closedAt === undefined && !order.cancelled)
    return accept({ type: "closed", at: order.expiresAt });
  if (early && status === "OPEN") return accept({ type: "closed", at: c.now });
  return reject("order-not-payable", `order ${order.id} is ${status}`);
}

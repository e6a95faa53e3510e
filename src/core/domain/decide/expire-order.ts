import { accept, type Circumstances, type Decision, reject } from "../decision.js";
import { type Order, statusOf } from "../order.js";

/** Closes an unpaid order that has expired, as of its expiry. `early` closes it now, as a tester may ask. */
export function decideExpireOrder(order: Order, c: Circumstances, early = false): Decision {
  const status = statusOf(order, c.now);
  if (status === "CLOSED" && order.closedAt === undefined && !order.cancelled)
    return accept({ type: "closed", at: order.expiresAt });
  if (early && status === "OPEN") return accept({ type: "closed", at: c.now });
  return reject("order-not-payable", `order ${order.id} is ${status}`);
}

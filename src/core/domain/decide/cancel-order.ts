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

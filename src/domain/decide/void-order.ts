import { accept, type Circumstances, type Decision, reject } from "../decision.js";
import { netAmount, type Order, saleOf, statusOf } from "../order.js";
import { allows } from "./capabilities.js";
import { reversalEvent } from "./reversal.js";

/** Rejects an order that is not SUCCESS (a settled one too), then a method that allows no void. */
// ASSUMED(void-paths): whichever path asks, any order of the merchant can be voided.
export function decideVoidOrder(order: Order, c: Circumstances): Decision {
  const status = statusOf(order, c.now);
  const sale = saleOf(order);
  if (!sale || status !== "SUCCESS") return reject("void-not-allowed", `order ${order.id} is ${status}`);
  if (!allows("void", sale.method, c)) return reject("void-not-allowed", `${sale.method} allows no void`);
  return accept(reversalEvent("voided", netAmount(order), sale, c));
}

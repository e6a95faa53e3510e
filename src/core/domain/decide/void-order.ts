import type { VoidOrder } from "../commands.js";
import { accept, type Circumstances, type Decision, reject } from "../decision.js";
import { netAmount, type Order, saleOf, statusOf } from "../order.js";
import { forbiddenByMethod, reversalEvent } from "./reversal.js";

/** The status of a voided order that nobody paid. */
const unpaid = { void: "VOIDED", closed: "CLOSED" } as const;

/**
 * Rejects, in this order: an order that is not SUCCESS (SETTLED included), a method that allows no void, a short
 * balance.
 */
export function decideVoidOrder({ origins }: VoidOrder, order: Order, c: Circumstances): Decision {
  const status = statusOf(order, c.now);
  const sale = saleOf(order);
  // ASSUMED(void-paths): whichever path asks, any order of the merchant can be voided.
  if (origins && !origins.includes(order.origin) && c.policy["void-paths"] === "own-kind")
    return reject("void-not-allowed", `order ${order.id} is of another kind`, "void-paths");
  // ASSUMED(void-open-order): two shipped clients void orders that nobody paid.
  const choice = status === "OPEN" ? c.policy["void-open-order"] : "refuse";
  if (choice !== "refuse") return accept({ type: "cancelled", at: c.now, to: unpaid[choice] });
  if (status === "OPEN") return reject("void-not-allowed", `order ${order.id} is OPEN`, "void-open-order");
  if (!sale || status !== "SUCCESS") return reject("void-not-allowed", `order ${order.id} is ${status}`);
  const forbidden = forbiddenByMethod("void", sale.method, c);
  if (forbidden) return forbidden;
  // ASSUMED(void-balance): the spec asks for a balance in refunds alone.
  if (netAmount(order) > c.unsettled && c.policy["void-balance"] === "refuse")
    return reject("insufficient-unsettled-balance", undefined, "void-balance", "opening-balance");
  return accept(reversalEvent("voided", netAmount(order), sale, c));
}

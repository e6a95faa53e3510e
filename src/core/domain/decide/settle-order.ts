import { accept, type Circumstances, type Decision, reject } from "../decision.js";
import { minorUnits } from "../money.js";
import { netAmount, type Order, saleOf, statusOf, voidOf } from "../order.js";

/** True if settlement moves this order's money: the order is paid, not voided, and not yet settled. */
export const isSettleable = (order: Order): boolean =>
  order.settledAt === undefined && saleOf(order) !== undefined && !voidOf(order);

/**
 * SUCCESS becomes SETTLED. A REFUNDED order keeps its status, and its remaining amount leaves the unsettled balance.
 */
// ASSUMED(settlement): its time and reach are not published.
export function decideSettleOrder(order: Order, c: Circumstances): Decision {
  if (!isSettleable(order)) return reject("order-not-payable", `order ${order.id} is ${statusOf(order, c.now)}`);
  // ASSUMED(settlement-balance): what was sold is paid out, whatever refunds of settled orders took from the balance.
  const lacking = netAmount(order) - Math.max(c.unsettled, 0);
  const choice = lacking > 0 ? c.policy["settlement-balance"] : "allow";
  if (choice === "hold")
    return reject("insufficient-unsettled-balance", `order ${order.id} waits`, "settlement-balance");
  return accept({ type: "settled", at: c.now, ...(choice === "net" && { withheld: minorUnits(lacking) }) });
}

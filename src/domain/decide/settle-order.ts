import { accept, type Circumstances, type Decision, reject } from "../decision.js";
import { netAmount, type Order, saleOf, statusOf, voidOf } from "../order.js";

/** Whether settlement moves this order's money: it is paid, not voided, and was not settled before. */
export const isSettleable = (order: Order): boolean =>
  order.settledAt === undefined && saleOf(order) !== undefined && !voidOf(order);

/** SUCCESS becomes SETTLED; a REFUNDED order stays so, and its rest leaves the unsettled balance. */
// ASSUMED(settlement): its time and reach are not published.
export function decideSettleOrder(order: Order, c: Circumstances): Decision {
  if (!isSettleable(order)) return reject("order-not-payable", `order ${order.id} is ${statusOf(order, c.now)}`);
  // ASSUMED(settlement-balance): what was sold is paid out, whatever else was taken from the balance.
  if (netAmount(order) > Math.max(c.unsettled, 0) && c.policy["settlement-balance"] === "hold")
    return reject("insufficient-unsettled-balance", `order ${order.id} waits`);
  return accept({ type: "settled", at: c.now });
}

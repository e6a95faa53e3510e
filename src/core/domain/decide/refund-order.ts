import type { RefundOrder } from "../commands.js";
import { accept, type Circumstances, type Decision, reject } from "../decision.js";
import { formatAmount } from "../money.js";
import { netAmount, type Order, refundOf, saleOf, statusOf } from "../order.js";
import { forbiddenByMethod, reversalEvent } from "./reversal.js";

/**
 * Rejects, in this order: an order that was refunded, a status or method that allows no refund, too large an amount,
 * a short balance.
 */
export function decideRefundOrder(command: RefundOrder, order: Order, c: Circumstances): Decision {
  const status = statusOf(order, c.now);
  const sale = saleOf(order);
  if (refundOf(order)) return reject("already-refunded", `order ${order.id}`);
  if (!sale || (status !== "SUCCESS" && status !== "SETTLED"))
    return reject("refund-not-allowed", `order ${order.id} is ${status}`);
  const forbidden = forbiddenByMethod("refund", sale.method, c);
  if (forbidden) return forbidden;
  if (command.amount > netAmount(order))
    return reject(
      "refund-exceeds-amount",
      `${formatAmount(command.amount)} of ${formatAmount(netAmount(order))} ${order.currency}, order ${order.id}`,
    );
  if (command.amount > c.unsettled) return reject("insufficient-unsettled-balance", undefined, "opening-balance");
  return accept(reversalEvent("refunded", command.amount, sale, c));
}

import type { PayOrder } from "../commands.js";
import { accept, type Circumstances, type Decision, reject } from "../decision.js";
import { type Order, statusOf } from "../order.js";
import { saleEvent } from "./sale.js";

/** Rejects an order that is not OPEN at this instant. */
// ASSUMED(expiry-race): an order that expires while the shopper pays is not paid.
export function decidePayOrder(command: PayOrder, order: Order, c: Circumstances): Decision {
  const status = statusOf(order, c.now);
  if (status !== "OPEN") return reject("order-not-payable", `order ${order.id} is ${status}`);
  const sale = saleEvent({ amount: order.amount, ...command.instrument }, c);
  return command.email ? accept({ type: "email-given", at: c.now, email: command.email }, sale) : accept(sale);
}

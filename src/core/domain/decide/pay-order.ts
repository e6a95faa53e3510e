import type { PayOrder } from "../commands.js";
import { accept, type Circumstances, type Decision, reject } from "../decision.js";
import type { OrderEvent } from "../events.js";
import { type Order, statusOf } from "../order.js";
import { saleEvent } from "./sale.js";

/** Rejects an order that is not OPEN at this instant, or has no page to pay it on: its stored card was declined. */
// ASSUMED(expiry-race): an order that expires while the shopper pays is not paid.
export function decidePayOrder(command: PayOrder, order: Order, c: Circumstances): Decision {
  const status = statusOf(order, c.now);
  if (status !== "OPEN") return reject("order-not-payable", `order ${order.id} is ${status}`);
  if (order.session === "")
    return reject("order-not-payable", `order ${order.id} has no payment page: its stored card was declined`);
  const sale = saleEvent({ amount: order.amount, ...command.instrument }, c);
  const before: readonly OrderEvent[] = [
    ...(command.email ? [{ type: "email-given", at: c.now, email: command.email } as const] : []),
    ...(sale.type === "declined" && isLastTry(order, c) ? [{ type: "closed", at: c.now } as const] : []),
  ];
  const [first, ...rest] = [...before, sale];
  return accept(first!, ...rest);
}

const TRIES = 3;

// ASSUMED(page-states): a declined card may be tried again without limit.
const isLastTry = ({ transactions }: Order, { policy }: Circumstances): boolean =>
  transactions.length >= TRIES - 1 && policy["page-states"] === "three-tries";

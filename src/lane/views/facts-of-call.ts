import { type Order, type OrderStatus, statusOf } from "../../core/domain/order.js";
import { numberFrom } from "../../core/domain/read-field.js";
import { objectIn } from "../../package/json.js";
import type { Exchange } from "../ports/exchange.js";
import { traceparentOf } from "../ports/explanation.js";

/** Facts about a call, for one line in a terminal. */
export interface CallFacts {
  readonly merchantReference: string | undefined;
  /** The amount of the call, or else of its order. */
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  /** The order's status after the call. */
  readonly orderStatus: OrderStatus | undefined;
  /** The W3C traceparent of the call; on a page, of the call that opened it. */
  readonly traceparent: string | undefined;
}

/** `changed`: the orders that the call's commit wrote. */
export function callFacts(exchange: Exchange, changed: readonly Order[]): CallFacts {
  const order = changed.find(({ id }) => id === exchange.orderId);
  const asked = askedIn(exchange.request);
  return {
    merchantReference: order?.reference ?? exchange.reference,
    amount: asked.amount ?? (order && order.amount / 100),
    currency: order?.currency ?? asked.currency,
    orderStatus: order ? statusOf(order, exchange.at) : exchange.orderStatus,
    traceparent: traceparentOf(exchange),
  };
}

/** An amount with two decimals, or with all that it has: these may be why the call was refused. */
export function amountAsSent(amount: number): string {
  const text = amount.toFixed(2);
  return Number(text) === amount ? text : String(amount);
}

/** The amount of a call with its currency, such as `HKD 50.00`. Empty without one. */
export const callMoney = ({ amount, currency = "" }: Partial<Pick<CallFacts, "amount" | "currency">>): string =>
  amount === undefined ? "" : `${currency} ${amountAsSent(amount)}`.trim();

/** The amount and currency that a call named. A refused call may contain anything. */
export function askedIn(request: string): Partial<Pick<CallFacts, "amount" | "currency">> {
  if (!request.includes('"amount"')) return {};
  const { amount: sent, currency } = objectIn(request) ?? {};
  const amount = numberFrom(sent);
  return {
    amount: typeof amount === "number" && Math.abs(amount) < 1e15 ? amount : undefined,
    currency: typeof currency === "string" && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
  };
}

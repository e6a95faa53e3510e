import type { DeclineName } from "../facts/codes.js";
import type { PaymentMethod } from "../facts/methods.js";
import type { OrderStatus } from "../facts/transitions.js";
import type { CarriedDecline } from "./carried-decline.js";
import type { CheckoutOptions } from "./checkout-options.js";
import type { Currency, Instant, MinorUnits } from "./money.js";

export { type OrderStatus, orderStatuses } from "../facts/transitions.js";

export const transactionTypes = ["SALE", "REFUND", "SALE_VOID"] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const transactionStatuses = ["SUCCESS", "DECLINED", "VOIDED", "REFUNDED", "SETTLED"] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** The ways in which an order can be created. */
export const orderOrigins = ["hosted", "token-sale", "token-recurring", "hosted-recurring", "direct"] as const;
export type OrderOrigin = (typeof orderOrigins)[number];

/** One attempt to move money. */
export interface Transaction {
  readonly id: number;
  readonly type: TransactionType;
  readonly amount: MinorUnits;
  readonly at: Instant;
  /** First six, XXXXXX, last four; empty for wallets. */
  readonly maskedPan: string;
  /** VISA, MASTER, UNIONPAY, or the wallet's method. */
  readonly cardType: string;
  readonly method: PaymentMethod;
  /** System trace audit number, six digits. */
  readonly stan: string;
  readonly issuerCountry?: string;
  /** Why the issuer or acquirer declined. Absent if it approved. */
  readonly declined?: DeclineName;
}

/** A payment that a merchant asks for, identified by its reference. Contains its transactions. */
export interface Order {
  readonly id: number;
  readonly merchantId: number;
  readonly reference: string;
  readonly currency: Currency;
  readonly amount: MinorUnits;
  readonly origin: OrderOrigin;
  readonly recurring: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** From this instant on, an unpaid order is CLOSED. */
  readonly expiresAt: Instant;
  readonly email: string;
  readonly parentOrderId?: number;
  readonly userId?: string;
  readonly tokenId?: number;
  readonly notifyUrl?: string;
  readonly options: CheckoutOptions;
  /** Identifies the hosted page. Cannot be guessed. Empty if the order has no page. */
  readonly session: string;
  readonly settledAt?: Instant;
  readonly closedAt?: Instant;
  /** The final status of an order that was closed unpaid before it expired. */
  readonly cancelled?: "CANCELLED" | "CLOSED" | "VOIDED";
  readonly transactions: readonly Transaction[];
  /** Removed after the first attempt on the page. */
  readonly carried?: CarriedDecline;
  /** The W3C traceparent of the call that opened its page. The page and its notifications continue that trace. */
  readonly traceparent?: string;
}

const approved =
  (type: TransactionType) =>
  ({ transactions }: Order): Transaction | undefined => {
    for (const t of transactions) if (t.type === type && t.declined === undefined) return t;
    return undefined;
  };

export const saleOf = approved("SALE");
export const refundOf = approved("REFUND");
export const voidOf = approved("SALE_VOID");

/** The status after an approved transaction. Only a sale's can still become SETTLED. */
const statusAfter = { SALE: "SUCCESS", REFUND: "REFUNDED", SALE_VOID: "VOIDED" } as const;

/** Derived from transactions and times, so that it can't contradict them. */
export function statusOf(order: Order, now: Instant): OrderStatus {
  for (let n = order.transactions.length - 1; n >= 0; n--) {
    const { type, declined } = order.transactions[n]!;
    if (declined) continue;
    return type === "SALE" && order.settledAt !== undefined ? "SETTLED" : statusAfter[type];
  }
  if (order.cancelled) return order.cancelled;
  // An order that was closed at its expiry stays closed, even if a tester sets the lane's clock back.
  return order.closedAt !== undefined || now >= order.expiresAt ? "CLOSED" : "OPEN";
}

/** The merchant's net income from the order, in minor units: the approved sale minus refunds. 0 once it is voided. */
export function netAmount({ transactions }: Order): MinorUnits {
  let net = 0;
  for (const { type, amount, declined } of transactions) {
    if (declined !== undefined) continue;
    if (type === "SALE_VOID") return 0 as MinorUnits;
    net += type === "SALE" ? amount : -amount;
  }
  return net as MinorUnits;
}

/** The current status of a transaction. A sale has the status of its order. */
export function transactionStatus(order: Order, t: Transaction): TransactionStatus {
  if (t.declined) return "DECLINED";
  if (t.type !== "SALE") return "SUCCESS";
  if (voidOf(order)) return "VOIDED";
  if (refundOf(order)) return "REFUNDED";
  return order.settledAt === undefined ? "SUCCESS" : "SETTLED";
}

/** The last change that a caller can see. For an unpaid order that has expired, this is its expiry. */
export const updatedAtOf = (order: Order, status: OrderStatus): Instant =>
  status === "CLOSED" && order.closedAt === undefined && !order.cancelled ? order.expiresAt : order.updatedAt;

/** Two references with the same result differ only in the case of ASCII letters. */
export const foldReference = (reference: string): string => reference.replace(/[A-Z]/g, (one) => one.toLowerCase());

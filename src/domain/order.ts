import type { DeclineName } from "../facts/codes.js";
import type { PaymentMethod } from "../facts/methods.js";
import type { OrderStatus } from "../facts/transitions.js";
import type { CarriedDecline } from "./carried-decline.js";
import type { CheckoutOptions } from "./checkout-options.js";
import { type Currency, difference, type Instant, type MinorUnits, minorUnits } from "./money.js";

export { type OrderStatus, orderStatuses } from "../facts/transitions.js";

export const transactionTypes = ["SALE", "REFUND", "SALE_VOID"] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const transactionStatuses = ["SUCCESS", "DECLINED", "VOIDED", "REFUNDED", "SETTLED"] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** How an order came to be. */
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
  /** Why the issuer or acquirer refused; absent when it approved. */
  readonly declined?: DeclineName;
}

/** What a merchant wants to be paid, known by its reference; owns its transactions. */
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
  /** From this instant on an unpaid order is CLOSED. */
  readonly expiresAt: Instant;
  readonly email: string;
  readonly parentOrderId?: number;
  readonly userId?: string;
  readonly tokenId?: number;
  readonly notifyUrl?: string;
  readonly options: CheckoutOptions;
  /** Names the hosted page; cannot be guessed. Empty where there is no page. */
  readonly session: string;
  readonly settledAt?: Instant;
  readonly closedAt?: Instant;
  /** How it ended without a payment, before its time was up. */
  readonly cancelled?: "CANCELLED" | "CLOSED" | "VOIDED";
  readonly transactions: readonly Transaction[];
  /** Gone after the first attempt on the page. */
  readonly carried?: CarriedDecline;
}

const approved = (order: Order, type: TransactionType): Transaction | undefined =>
  order.transactions.find((t) => t.type === type && t.declined === undefined);

export const saleOf = (order: Order): Transaction | undefined => approved(order, "SALE");
export const refundOf = (order: Order): Transaction | undefined => approved(order, "REFUND");
export const voidOf = (order: Order): Transaction | undefined => approved(order, "SALE_VOID");

/** Derived from transactions and times, so that it cannot disagree with them. */
export function statusOf(order: Order, now: Instant): OrderStatus {
  if (order.transactions.length > 0) {
    if (voidOf(order)) return "VOIDED";
    if (refundOf(order)) return "REFUNDED";
    if (saleOf(order)) return order.settledAt === undefined ? "SUCCESS" : "SETTLED";
  }
  if (order.cancelled) return order.cancelled;
  // A recorded expiry stays, even when a lane's clock is set back before it.
  return order.closedAt !== undefined || now >= order.expiresAt ? "CLOSED" : "OPEN";
}

const nothing = minorUnits(0);

/** What the order brought the merchant, in minor units: approved sale less refund, 0 once voided. */
export function netAmount(order: Order): MinorUnits {
  if (order.transactions.length === 0 || voidOf(order)) return nothing;
  return difference(saleOf(order)?.amount ?? nothing, refundOf(order)?.amount ?? nothing);
}

/** How a transaction stands today: a sale follows what became of its order. */
export function transactionStatus(order: Order, t: Transaction): TransactionStatus {
  if (t.declined) return "DECLINED";
  if (t.type !== "SALE") return "SUCCESS";
  if (voidOf(order)) return "VOIDED";
  if (refundOf(order)) return "REFUNDED";
  return order.settledAt === undefined ? "SUCCESS" : "SETTLED";
}

/** The last change that a caller may see: for an unpaid order whose time is up, its expiry. */
export const updatedAtOf = (order: Order, now: Instant): Instant =>
  order.closedAt === undefined && statusOf(order, now) === "CLOSED" && !order.cancelled
    ? order.expiresAt
    : order.updatedAt;

import { formatInstant, type Instant } from "../domain/money.js";
import {
  netAmount,
  type Order,
  saleOf,
  statusOf,
  type Transaction,
  transactionStatus,
  updatedAtOf,
} from "../domain/order.js";
import type { Policy } from "../facts/assumptions.js";
import { SUCCESS_CODE } from "../facts/codes.js";
import { money } from "./json.js";

type Json = Record<string, unknown>;

/** What an order's answer depends on besides the order. */
interface OrderView {
  readonly now: Instant;
  readonly policy: Policy;
}

/** Which of the members that only some answers have an order carries. */
export interface OrderShape {
  readonly cardType?: boolean;
  readonly email?: boolean;
  readonly issuerCountryCode?: boolean;
}

/** The sale that tells an order's card: the approved one, else the first that was tried. */
const cardOf = (order: Order): Transaction | undefined => saleOf(order) ?? order.transactions[0];

/** Whether nothing tells an order's card type yet. */
export const hasNoCard = (order: Order): boolean => cardOf(order) === undefined;

/** The card type of an order that no card was charged for. */
// ASSUMED(unpaid-card-type): spec 4.7 lists it, and says nothing of such an order.
const noCard = { absent: undefined, empty: "", null: null } as const;

/** An order as most answers carry it; members that are undefined are left out when printed. */
export function orderJson(order: Order, { now, policy }: OrderView, shape: OrderShape = {}): Json {
  const sale = cardOf(order);
  return {
    id: order.id,
    merchantId: order.merchantId,
    merchantReference: order.reference,
    currency: order.currency,
    amount: money(order.amount),
    netAmount: money(netAmount(order)),
    // ASSUMED(wallet-orders): a wallet's method stands here.
    cardType: shape.cardType ? (sale ? sale.cardType : noCard[policy["unpaid-card-type"]]) : undefined,
    // ASSUMED(query-order): empty where none was given.
    email: shape.email ? order.email : undefined,
    createTime: formatInstant(order.createdAt),
    updateTime: formatInstant(updatedAtOf(order, now)),
    status: statusOf(order, now),
    recurring: order.recurring,
    issuerCountryCode: shape.issuerCountryCode ? sale?.issuerCountry : undefined,
  };
}

/** The short form of the direct model (spec 2.2). */
export const directOrderJson = (order: Order, now: Instant): Json => ({
  id: order.id,
  merchantReference: order.reference,
  currency: order.currency,
  status: statusOf(order, now),
  amount: money(order.amount),
  createTime: formatInstant(order.createdAt),
  updateTime: formatInstant(updatedAtOf(order, now)),
});

export const transactionJson = (order: Order, t: Transaction): Json => ({
  id: t.id,
  merchantId: order.merchantId,
  type: t.type,
  amount: money(t.amount),
  currency: order.currency,
  status: transactionStatus(order, t),
  maskedPan: t.maskedPan,
  stan: t.stan,
});

/** The direct model names the currency first. */
export function directTransactionJson(order: Order, t: Transaction): Json {
  const { id, merchantId, type, currency, ...rest } = transactionJson(order, t);
  return { id, merchantId, type, currency, ...rest };
}

/** Success with the message of order operations. */
export const success = (members: Json): Json => ({ responseCode: SUCCESS_CODE, message: "Success", ...members });
/** Success of refunds and voids: two shipped clients take any message in a refund answer for an error. */
export const successWithoutMessage = (members: Json): Json => ({ responseCode: SUCCESS_CODE, ...members });
/** Success with the message of token lists. */
export const tokenSuccess = (members: Json): Json => ({ responseCode: SUCCESS_CODE, message: "SUCCESS", ...members });

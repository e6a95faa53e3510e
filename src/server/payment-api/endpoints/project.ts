import { formatAmount, type Instant, type MinorUnits, spellInstant } from "../../../core/domain/money.js";
import {
  netAmount,
  type Order,
  saleOf,
  statusOf,
  type Transaction,
  transactionStatus,
  updatedAtOf,
} from "../../../core/domain/order.js";
import type { Policy } from "../../../core/facts/assumptions.js";
import { SUCCESS_CODE } from "../../../core/facts/codes.js";
import { methods } from "../../../core/facts/methods.js";
import type { Json } from "../../../package/json.js";

/** Inputs of an order's answer besides the order. */
interface OrderView {
  readonly now: Instant;
  readonly policy: Policy;
}

/** The optional members that the order has in this answer. */
export interface OrderShape {
  readonly cardType?: boolean;
  readonly email?: boolean;
  readonly issuerCountryCode?: boolean;
}

/** The sale that determines an order's card: the approved one, otherwise the first attempt. */
const cardOf = (order: Order): Transaction | undefined => saleOf(order) ?? order.transactions[0];

/** The card type of an order for which no card was charged. */
// ASSUMED(unpaid-card-type): spec 4.7 lists it, and says nothing of such an order.
const noCard = { absent: undefined, empty: "", null: null } as const;

/** An order as in most answers. Members that are undefined are left out of the JSON. */
export function orderJson(order: Order, { now, policy }: OrderView, shape: OrderShape = {}): Json {
  const sale = cardOf(order);
  const spelling = policy["date-spelling"];
  const status = statusOf(order, now);
  return {
    id: order.id,
    merchantId: order.merchantId,
    merchantReference: order.reference,
    currency: order.currency,
    amount: money(order.amount),
    netAmount: money(netAmount(order)),
    cardType: shape.cardType ? cardTypeOf(sale, policy) : undefined,
    // ASSUMED(query-order): empty where none was given.
    email: shape.email && (order.email !== "" || policy["query-order"] === "empty") ? order.email : undefined,
    createTime: spellInstant(order.createdAt, spelling),
    updateTime: spellInstant(updatedAtOf(order, status), spelling),
    status,
    recurring: order.recurring,
    issuerCountryCode: shape.issuerCountryCode ? issuerCountryOf(sale, policy) : undefined,
  };
}

const cardTypeOf = (sale: Transaction | undefined, policy: Policy): string | null | undefined =>
  sale ? (namesItself(sale, policy) ? sale.cardType : undefined) : noCard[policy["unpaid-card-type"]];

// ASSUMED(wallet-orders): a wallet's method stands for the card type, an empty text for the mask.
const namesItself = ({ method }: Transaction, policy: Policy): boolean =>
  methods[method].isCard || policy["wallet-orders"] === "method";

// ASSUMED(issuer-country): the token's card tells it.
const issuerCountryOf = (sale: Transaction | undefined, policy: Policy): string | undefined =>
  sale?.issuerCountry && policy["issuer-country"] === "present" ? sale.issuerCountry : undefined;

/** The short form of the direct model (spec 2.2). */
export function directOrderJson(order: Order, { now, policy }: OrderView): Json {
  const status = statusOf(order, now);
  return {
    id: order.id,
    merchantReference: order.reference,
    currency: order.currency,
    status,
    amount: money(order.amount),
    createTime: spellInstant(order.createdAt, policy["date-spelling"]),
    updateTime: spellInstant(updatedAtOf(order, status), policy["date-spelling"]),
  };
}

export const transactionJson = (order: Order, t: Transaction, policy: Policy): Json => ({
  id: t.id,
  merchantId: order.merchantId,
  type: t.type,
  amount: money(t.amount),
  currency: order.currency,
  status: transactionStatus(order, t),
  maskedPan: namesItself(t, policy) ? t.maskedPan : undefined,
  // ASSUMED(stan): six digits, as ISO 8583 has them.
  stan: t.stan.startsWith("0") && policy.stan === "no-zeros" ? String(Number(t.stan)) : t.stan,
});

/** The direct model names the currency first. */
export function directTransactionJson(order: Order, t: Transaction, policy: Policy): Json {
  const { id, merchantId, type, currency, ...rest } = transactionJson(order, t, policy);
  return { id, merchantId, type, currency, ...rest };
}

/** Success with the message of order calls. */
export const success = (members: Json): Json => ({ responseCode: SUCCESS_CODE, message: "Success", ...members });
/** Success of refunds and voids. Two published clients treat any message in a refund's answer as an error. */
export const successWithoutMessage = (members: Json): Json => ({ responseCode: SUCCESS_CODE, ...members });
/** Success with the message of token lists. */
export const tokenSuccess = (members: Json): Json => ({ responseCode: SUCCESS_CODE, message: "SUCCESS", ...members });

/** A cache: shops have few different prices, and answers repeat them. */
const told = new Map<MinorUnits, unknown>();
const TOLD_LIMIT = 1000;

/** Money as a JSON number with two decimals. */
export function money(minor: MinorUnits): unknown {
  let number = told.get(minor);
  if (number === undefined) {
    number = JSON.rawJSON(formatAmount(minor));
    if (told.size >= TOLD_LIMIT) told.clear();
    told.set(minor, number);
  }
  return number;
}

import { isRefusalName, type RefusalName } from "../../facts/codes.js";
import { compileGlob } from "./pattern.js";
import type { Subject } from "./subject.js";

/** A member of a rule's `when` that a call may lack. Every call has an operation and a merchant. */
export type Carried = Exclude<keyof Subject, "operation" | "merchantId" | "amountMinor" | "cardNumber"> | "amount";

interface OperationRow {
  /**
   * The effect of a forced decline. `now`: the issuer or acquirer declines this call. `first-attempt`: this call charges
   * nothing, so the decline waits for the first payment on the new page. `never`: nothing can be declined.
   */
  readonly decline: "now" | "first-attempt" | "never";
  /**
   * What can be sent because of it. `genuine`: the service notifies the shop if it succeeds. The others cause no
   * notification, but a rule can add one. `paid`: the order's own again, or a forged one. `open`: only a forged one,
   * because nothing is paid yet. `none`: it has no order.
   */
  readonly notice: "genuine" | "paid" | "open" | "none";
  /** Known from its request, its order, or a card that is known before it is charged. */
  readonly carried: readonly Carried[];
  /** The refusals that the service itself has for it, under some choice of the assumptions, besides `ofEvery`. */
  readonly refusals: readonly RefusalName[];
}

const row = (
  decline: OperationRow["decline"],
  notice: OperationRow["notice"],
  carried: readonly Carried[],
  refusals: readonly RefusalName[] = [],
): OperationRow => ({ decline, notice, carried, refusals });

/** Refusals that any call can meet. */
const ofEvery: ReadonlySet<string> = new Set<RefusalName>([
  ...(["invalid-parameter", "invalid-signature", "no-public-key", "merchant-not-found"] as const),
  ...(["rate-limited", "maintenance", "system-error"] as const),
]);
const ofRefund: readonly RefusalName[] = [
  ...(["order-not-found", "already-refunded", "refund-exceeds-amount"] as const),
  ...(["refund-not-allowed", "insufficient-unsettled-balance"] as const),
];
const ofVoid: readonly RefusalName[] = ["order-not-found", "void-not-allowed", "insufficient-unsettled-balance"];
const ofParent: readonly RefusalName[] = ["parent-order-not-found", "parent-not-recurring", "duplicate-reference"];
const ofSale: readonly RefusalName[] = ["token-not-found", "token-expired", "duplicate-reference"];

/** Only recurring charges and add-token have a reason. */
const ofOrder: readonly Carried[] = [
  ...(["orderId", "merchantReference", "amount", "currency", "isRecurring"] as const),
  ...(["orderStatus", "userId", "tokenId", "cardType", "paymentMethod"] as const),
];
const ofCharge: readonly Carried[] = ["merchantReference", "amount", "isRecurring", "cardType", "paymentMethod"];
const ofToken: readonly Carried[] = [...ofCharge, "userId", "tokenId"];

/** Everything that a rule's `operation` can name: the merchant API's paths and the hosted page's actions. */
const rows = {
  "hosted-checkout/create": row(
    "first-attempt",
    "open",
    ["merchantReference", "amount", "currency", "isRecurring"],
    ["duplicate-reference"],
  ),
  "hosted-checkout/query": row("never", "paid", ofOrder, ["order-not-found"]),
  "hosted-checkout/refund": row("now", "paid", ofOrder, ofRefund),
  "hosted-checkout/void": row("now", "paid", ofOrder, ofVoid),
  "hosted-checkout/recurring": row("now", "genuine", ofCharge, ofParent),
  "tokenization/sale": row("now", "genuine", [...ofToken, "currency"], ofSale),
  "tokenization/recurring": row("now", "genuine", [...ofToken, "reason"], [...ofSale, ...ofParent]),
  "tokenization/query-token": row("never", "none", ["userId"]),
  "tokenization/add-token": row("first-attempt", "none", ["userId", "reason"]),
  "tokenization/delete-token": row("never", "none", ["userId", "tokenId"], ["token-not-found"]),
  "tokenization/void": row("now", "paid", ofOrder, ofVoid),
  "direct/sale": row(
    "first-attempt",
    "open",
    ["merchantReference", "amount", "currency", "paymentMethod"],
    ["duplicate-reference"],
  ),
  "direct/query": row("never", "paid", ofOrder, ["order-not-found"]),
  "direct/refund": row("now", "paid", ofOrder, ofRefund),
  "direct/void": row("now", "paid", ofOrder, ofVoid),
  "checkout/open": row("never", "paid", ofOrder, ["order-not-found"]),
  "checkout/pay": row("now", "genuine", ofOrder, ["order-not-payable"]),
  "checkout/cancel": row("never", "open", ofOrder, ["order-not-payable"]),
  "card-entry/save": row(
    "now",
    "genuine",
    ["userId", "amount", "currency", "cardType", "paymentMethod"],
    ["order-not-payable"],
  ),
  "card-entry/cancel": row("never", "none", ["userId"], ["order-not-payable"]),
} as const satisfies Record<string, OperationRow>;

export type Operation = keyof typeof rows;
export const operations = Object.keys(rows) as readonly Operation[];

const ofOthers = row("never", "none", []);

/** True if the service has this outcome for the operation by itself. Of its own codes and of successes nothing is known. */
export const answersByItself = (operation: Operation, outcome: string): boolean =>
  !isRefusalName(outcome) || ofEvery.has(outcome) || rows[operation].refusals.includes(outcome);

/** What is known of an operation. Those of testers and of time ask no issuer and cause no notification. */
export const operationRow = (operation: string): OperationRow => rows[operation as Operation] ?? ofOthers;

/**
 * True for calls of the payment API, including unknown paths. Other operations come from pages, the clock or testers.
 */
export const isPaymentCall = (operation: string): boolean =>
  !/^(checkout|card-entry|back-office)\/|^settlement$/.test(operation);

/** True for a call that changes nothing and only asks. Sending it twice has no effect. */
export const onlyReads = (operation: string): boolean => /(^|\/)(query|query-token|open)$/.test(operation);

/** Who does it. A tester may act in the place of time. */
export const doerOf = (operation: string): "shop" | "shopper" | "time" =>
  isPaymentCall(operation) ? "shop" : /^(checkout\/(expire|settle)|settlement)$/.test(operation) ? "time" : "shopper";

/** What testers or the clock do to an order, and what a page shows. The journal records these like calls. */
export const ofTesters = [
  "checkout/expire",
  "checkout/settle",
  "checkout/return",
  "checkout/challenge",
  "checkout/challenge-closed",
  "card-entry/challenge",
  "card-entry/challenge-closed",
  "back-office/refund",
  "settlement",
];

/** True if the pattern names at least one operation. `*` is a wildcard. */
export function isOperation(pattern: string): boolean {
  const fits = compileGlob(pattern);
  return operations.some(fits) || ofTesters.some(fits);
}

/** The operations that a merchant calls. */
export type PaymentOperation = Exclude<Operation, `checkout/${string}` | `card-entry/${string}`>;
export const paymentOperations = operations.filter((name): name is PaymentOperation => isPaymentCall(name));

import { compileGlob } from "./pattern.js";

/**
 * The effect of a forced decline on an operation. `now`: the issuer or acquirer declines this call. `first-attempt`:
 * this call charges nothing, so the decline waits for the first payment on the new page. `never`: nothing can be
 * declined.
 */
export type DeclineFit = "now" | "first-attempt" | "never";

/** Everything that a rule's `operation` can name: the merchant API's paths and the hosted page's actions. */
export const declineFits = {
  "hosted-checkout/create": "first-attempt",
  "hosted-checkout/query": "never",
  "hosted-checkout/refund": "now",
  "hosted-checkout/void": "now",
  "hosted-checkout/recurring": "now",
  "tokenization/sale": "now",
  "tokenization/recurring": "now",
  "tokenization/query-token": "never",
  "tokenization/add-token": "first-attempt",
  "tokenization/delete-token": "never",
  "tokenization/void": "now",
  "direct/sale": "first-attempt",
  "direct/query": "never",
  "direct/refund": "now",
  "direct/void": "now",
  "checkout/open": "never",
  "checkout/pay": "now",
  "checkout/cancel": "never",
  "card-entry/save": "now",
  "card-entry/cancel": "never",
} as const satisfies Readonly<Record<string, DeclineFit>>;

export type Operation = keyof typeof declineFits;
export const operations = Object.keys(declineFits) as readonly Operation[];

/**
 * True for calls of the payment API, including unknown paths. Other operations come from pages, the clock or testers.
 */
export const isPaymentCall = (operation: string): boolean =>
  !/^(checkout|card-entry|back-office)\/|^settlement$/.test(operation);

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

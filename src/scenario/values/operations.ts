import { compileGlob } from "./pattern.js";

/** Everything that a rule's `operation` can name: the merchant API's paths and the hosted page's actions. */
export const operations = [
  "hosted-checkout/create",
  "hosted-checkout/query",
  "hosted-checkout/refund",
  "hosted-checkout/void",
  "hosted-checkout/recurring",
  "tokenization/sale",
  "tokenization/recurring",
  "tokenization/query-token",
  "tokenization/add-token",
  "tokenization/delete-token",
  "tokenization/void",
  "direct/sale",
  "direct/query",
  "direct/refund",
  "direct/void",
  "checkout/open",
  "checkout/pay",
  "checkout/cancel",
  "card-entry/save",
  "card-entry/cancel",
] as const;

/**
 * True for calls of the payment API, including unknown paths. Other operations come from pages, the clock or testers.
 */
export const isPaymentCall = (operation: string): boolean =>
  !/^(checkout|card-entry|back-office)\/|^settlement$/.test(operation);

/** What testers or the clock do to an order. The journal records these acts like calls. */
const ofTesters = ["checkout/expire", "checkout/settle", "checkout/return", "back-office/refund", "settlement"];

/** True if the pattern names at least one operation. `*` is a wildcard. */
export function isOperation(pattern: string): boolean {
  const fits = compileGlob(pattern);
  return operations.some(fits) || ofTesters.some(fits);
}

export type Operation = (typeof operations)[number];

/** The operations that a merchant calls. */
export type PaymentOperation = Exclude<Operation, `checkout/${string}` | `card-entry/${string}`>;
export const paymentOperations = operations.filter((name): name is PaymentOperation => isPaymentCall(name));

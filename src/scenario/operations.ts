import { compileGlob } from "./pattern.js";

/** All that a rule's `operation` can name: the merchant API's paths and the hosted page's actions. */
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

/** Whether it comes as a call of the payment API; the others are done on a page, by time or by a tester. */
export const isPaymentCall = (operation: string): boolean => /^(hosted-checkout|tokenization|direct)\//.test(operation);

/** What a tester or time does to an order: kept in the journal as calls are. */
const ofTesters = ["checkout/expire", "checkout/settle", "checkout/return", "back-office/refund", "settlement"];

/** Whether an operation is called so; `*` allowed. */
export function isOperation(pattern: string): boolean {
  const fits = compileGlob(pattern);
  return operations.some(fits) || ofTesters.some(fits);
}

export type Operation = (typeof operations)[number];

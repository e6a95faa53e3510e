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

export type Operation = (typeof operations)[number];

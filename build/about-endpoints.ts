import type { Endpoint } from "../src/server/payment-api/endpoints/endpoint.js";

const about: Readonly<Record<string, string>> = {
  "hosted-checkout/create":
    "creates an order and answers its `checkoutUrl`: cards, Apple Pay and Google Pay as a simulated sheet, AlipayHK, Alipay and WeChat Pay as a QR code",
  "hosted-checkout/query": "the state of an order",
  "hosted-checkout/refund": "pays back in full or in part, once, from the unsettled balance",
  "hosted-checkout/void": "takes back a payment before settlement",
  "hosted-checkout/recurring": "charges a paid order that was made with `isRecurring` again",
  "tokenization/sale": "charges a stored card",
  "tokenization/recurring": "charges a stored card again, with or without a parent order",
  "tokenization/void": "takes back a payment before settlement",
  "tokenization/add-token":
    "opens a page where the user enters a card. `data` and `checkoutUrl` are its address. Saving a card makes a verification charge, a token and a notification",
  "tokenization/query-token": "lists stored cards",
  "tokenization/delete-token": "deletes a stored card",
  "direct/sale": "AlipayHK, Alipay and WeChat Pay by SDK, on a phone page (WAP) or as a QR page (PCWEB)",
  "direct/query": "the state of an order, in the direct model's short form",
  "direct/refund": "pays back in full or in part, once, from the unsettled balance",
  "direct/void": "takes back a payment before settlement",
};

/** What an endpoint does, as the rest of a sentence. */
export function aboutOf({ path }: Pick<Endpoint, "path">): string {
  const found = about[path];
  if (found === undefined) throw new Error(`expected a sentence about ${path}`);
  return found;
}

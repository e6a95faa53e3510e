/** What a rule can falsify in a notification. Only `amount-signed` is then signed correctly. */
export const forgeries = ["signature", "amount", "amount-signed", "status", "reference"] as const;
export type Forgery = (typeof forgeries)[number];

/**
 * False notifications that an unpaid order was paid. `other-order` is the genuine notification of another order, and
 * `other-merchant` that of another merchant's order with the same reference and amount.
 */
export const unpaidForgeries = ["unpaid", "no-signature", "empty-signature", "other-order", "other-merchant"] as const;
/** The falsified part of an extra, forged notification. */
export const besideForgeries = ["signature", "amount", "status", "reference", ...unpaidForgeries] as const;
export type AnyForgery = Forgery | (typeof besideForgeries)[number];

/** What each forgery did to the notification. */
export const forgedTexts: Readonly<Record<AnyForgery, string>> = {
  signature: "its signature was changed",
  amount: "its amount was changed after it was signed",
  status: "its status was changed after it was signed",
  reference: "its merchantReference was changed after it was signed",
  "amount-signed": "it states a wrong amount, and its signature is valid: the service's own mistake",
  unpaid: "no payment caused it, and its signature is wrong",
  "no-signature": "no payment caused it, and it has no signature",
  "empty-signature": "no payment caused it, and its signature is empty",
  "other-order": "its fields and signature are those of another order's genuine notification",
  "other-merchant": "its signature is valid, and it is about another merchant's order with this reference and amount",
};

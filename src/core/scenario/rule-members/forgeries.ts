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

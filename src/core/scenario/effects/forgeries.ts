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

type Fields = Readonly<Record<string, string>>;

/** The fields that the service signs. For `amount-signed`, it makes the mistake itself, so it signs the wrong amount. */
export const fieldsSaid = (fields: Fields, forge: AnyForgery | undefined): Fields =>
  forge === "amount-signed" ? withOtherAmount(fields) : fields;

/** The fields that are sent. Other forgers don't have the key, so the signature no longer fits the falsified fields. */
export function forgedFields(signed: Fields, what: AnyForgery | undefined): Fields {
  switch (what) {
    case undefined:
    case "amount-signed":
    case "other-order":
    case "other-merchant":
      return signed;
    case "no-signature": {
      const { signature: _, ...unsigned } = signed;
      return unsigned;
    }
    case "empty-signature":
      return { ...signed, signature: "" };
    case "signature":
    case "unpaid":
      return { ...signed, signature: otherSignature(signed.signature ?? "") };
    case "amount":
      return withOtherAmount(signed);
    case "status":
      return { ...signed, status: signed.status === "SUCCESS" ? "REFUNDED" : "SUCCESS" };
    case "reference":
      return "merchantReference" in signed
        ? { ...signed, merchantReference: `${signed.merchantReference}-forged` }
        : { ...signed, userId: `${signed.userId}-forged` };
  }
}

/** The notification of a stored card has no amount, so its expiry date is falsified instead. */
const withOtherAmount = (fields: Fields): Fields =>
  "amount" in fields ? { ...fields, amount: `1${fields.amount}` } : { ...fields, expiryDate: "209912" };

/** A signature of the same length that is still valid base64. */
const otherSignature = (signature: string): string => (signature.startsWith("A") ? "B" : "A") + signature.slice(1);

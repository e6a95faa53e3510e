import { canonicalText } from "../../core/signing/signature.js";
import type { OutboxEntry } from "../ports/outbox.js";
import type { Signer } from "./signer.js";

/** The body of a notification, signed in the thread pool. A forgery changes it before or after it is signed. */
export async function payloadOf({ fields, effects }: Pick<OutboxEntry, "fields" | "effects">, signer: Signer) {
  // For `amount-signed`, the service itself makes the mistake, so it signs the wrong amount.
  const said = effects.forge === "amount-signed" ? withOtherAmount(fields) : fields;
  const signature = await signer.sign(canonicalText(said));
  // `fields` has an empty signature, which reserves its position.
  return JSON.stringify(forged({ ...said, signature }, effects.forge));
}

type Signed = Readonly<Record<string, string>>;

/** Other forgers don't have the key, so the signature no longer fits the falsified fields. */
function forged(signed: Signed, what: OutboxEntry["effects"]["forge"]): Signed {
  switch (what) {
    case undefined:
    case "amount-signed":
      return signed;
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
const withOtherAmount = (fields: Signed): Signed =>
  "amount" in fields ? { ...fields, amount: `1${fields.amount}` } : { ...fields, expiryDate: "209912" };

/** A signature of the same length that is still valid base64. */
const otherSignature = (signature: string): string => (signature.startsWith("A") ? "B" : "A") + signature.slice(1);

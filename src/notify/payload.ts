import type { KeyObject } from "node:crypto";
import type { OutboxEntry } from "../app/ports/outbox.js";
import { canonicalText } from "../signing/canonical.js";
import { signText } from "../signing/sign.js";

/** The body of a notification: signed in the thread pool, then made false where a rule wants it. */
export async function payloadOf({ fields, effects }: Pick<OutboxEntry, "fields" | "effects">, key: KeyObject) {
  const signature = await signText(canonicalText(fields), key);
  // `fields` holds an empty signature where it belongs on the wire.
  return JSON.stringify(forged({ ...fields, signature }, effects.forge));
}

type Signed = Readonly<Record<string, string>>;

/** A forger has no key: whatever is made false, the signature no longer covers it. */
function forged(signed: Signed, what: OutboxEntry["effects"]["forge"]): Signed {
  switch (what) {
    case undefined:
      return signed;
    case "signature":
      return { ...signed, signature: otherSignature(signed.signature ?? "") };
    case "amount":
      return "amount" in signed ? { ...signed, amount: `1${signed.amount}` } : { ...signed, expiryDate: "209912" };
    case "status":
      return { ...signed, status: signed.status === "SUCCESS" ? "REFUNDED" : "SUCCESS" };
    case "reference":
      return "merchantReference" in signed
        ? { ...signed, merchantReference: `${signed.merchantReference}-forged` }
        : { ...signed, userId: `${signed.userId}-forged` };
  }
}

/** As long as the true one, and still base64. */
const otherSignature = (signature: string): string => (signature.startsWith("A") ? "B" : "A") + signature.slice(1);

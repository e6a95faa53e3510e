import type { OutboxEntry } from "../app/ports/outbox.js";
import { canonicalText } from "../signing/canonical.js";
import type { Signer } from "./signer.js";

/** The body of a notification: signed in the thread pool, and made false before or after it where a rule wants it. */
export async function payloadOf({ fields, effects }: Pick<OutboxEntry, "fields" | "effects">, signer: Signer) {
  // The service's own mistake carries the service's own signature.
  const said = effects.forge === "amount-signed" ? withOtherAmount(fields) : fields;
  const signature = await signer.sign(canonicalText(said));
  // `fields` holds an empty signature where it belongs on the wire.
  return JSON.stringify(forged({ ...said, signature }, effects.forge));
}

type Signed = Readonly<Record<string, string>>;

/** A forger has no key: whatever is made false, the signature no longer covers it. */
function forged(signed: Signed, what: OutboxEntry["effects"]["forge"]): Signed {
  switch (what) {
    case undefined:
    case "amount-signed":
      return signed;
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

/** A stored card's notification has no amount: its expiry is made false. */
const withOtherAmount = (fields: Signed): Signed =>
  "amount" in fields ? { ...fields, amount: `1${fields.amount}` } : { ...fields, expiryDate: "209912" };

/** As long as the true one, and still base64. */
const otherSignature = (signature: string): string => (signature.startsWith("A") ? "B" : "A") + signature.slice(1);

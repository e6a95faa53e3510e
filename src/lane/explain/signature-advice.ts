import { limits } from "../../core/facts/limits.js";
import { isByAnotherKey } from "../../core/signing/diagnose.js";
import { saysNotUtf8 } from "../../package/bounded-body.js";
import { demoMerchantId } from "../../package/demo-keys.js";
import { objectIn } from "../../package/json.js";
import { TO_UTF8 } from "../../package/json-fault.js";

const registering = (merchantId: number): string => `PUT /_sandbox/merchants/${merchantId} {publicKeys}`;

/** The cure of a signature by another key, or of a text that isn't UTF-8. Undefined if the fault is another one. */
export function adviceOnSignature(fault: string | undefined, merchantId: number | undefined): string | undefined {
  if (fault !== undefined && saysNotUtf8(fault)) return `W${TO_UTF8.slice(1)} Do so before you sign.`;
  if (fault === undefined || merchantId === undefined || !isByAnotherKey(fault)) return undefined;
  const key =
    merchantId === demoMerchantId
      ? "Sign with the private key of PAYMENT_SANDBOX_PRIVATE_KEY_FILE (`npx payment-sandbox env`)"
      : `Sign with the private key of merchant ${merchantId}'s registered public key`;
  return `${key}, or register yours: ${registering(merchantId)}.`;
}

/** What to do if a merchant has no public key. */
export function adviceOnNoKey(merchantId: number, isUnknown: boolean): string {
  const register = `${registering(merchantId)}, or \`merchants\` in the config`;
  return isUnknown
    ? `Merchant ${merchantId} is unknown here. Correct merchantId (${demoMerchantId} is the demo merchant), or register its public key: ${register}.`
    : `Register the public key of merchant ${merchantId}: ${register}.`;
}

/** What to do about a merchantId that was sent but can't be one. Undefined if it was left out. */
export function adviceOnMerchantId(request: string): string | undefined {
  const merchantId = objectIn(request)?.merchantId;
  if (merchantId === undefined || merchantId === null) return undefined;
  const found = JSON.stringify(merchantId).slice(0, 40);
  return `merchantId is ${found}. Send a whole number from 1 to ${limits.idMax.value}: it names the key that checks the signature.`;
}

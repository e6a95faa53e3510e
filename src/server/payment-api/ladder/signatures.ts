import type { KeyObject } from "node:crypto";
import type { Policy } from "../../../core/facts/assumptions.js";
import { diagnose } from "../../../core/signing/diagnose.js";
import { readPublicKey, readPublicKeys } from "../../../core/signing/keys.js";
import { isSignedBy } from "../../../core/signing/signature.js";
import type { Reply } from "../../../lane/journal/reply.js";
import type { Refused } from "../../../lane/journal/result.js";
import type { Lane } from "../../../lane/lane.js";
import type { SignatureState } from "../../../lane/ports/exchange.js";
import type { Merchant } from "../../../lane/ports/store.js";
import { packageText } from "../../../package/files.js";
import { Diagnoses } from "./diagnoses.js";
import type { Envelope } from "./envelope.js";
import { wholeNumber } from "./lenient-subject.js";

/**
 * How to treat an invalid signature. `enforce-registered` refuses it, but checks only merchants with a registered
 * key. It is the default of `exec` and the library.
 */
export type SignatureMode = "off" | "warn" | "enforce" | "enforce-registered";

/** Cache: each text is parsed once. A merchant's keys always have the same texts. */
const parsed = new Map<string, readonly KeyObject[]>();
const PARSED_LIMIT = 10_000;

/** The keys in a text: a file may have several. */
function keysIn(text: string): readonly KeyObject[] {
  let keys = parsed.get(text);
  if (!keys) {
    keys = readPublicKeys(text);
    if (parsed.size >= PARSED_LIMIT) parsed.clear();
    parsed.set(text, keys);
  }
  return keys;
}

/**
 * The merchant that a call names. The value hasn't been checked yet, and converting an object or a deeply nested array
 * to a number may fail.
 */
export const signingMerchantId = ({ params: { merchantId } }: Envelope): number =>
  typeof merchantId === "string" || typeof merchantId === "number" ? Number(merchantId) : Number.NaN;

/**
 * Checks the signature of the exact text that the client serialised, with each of the merchant's keys. Without keys,
 * nothing is checked.
 */
export function checkSignature({ request, signature }: Envelope, keys: readonly string[]): SignatureState {
  if (keys.length === 0) return "no-key";
  return signature !== undefined && isSignedBy(request, signature, keys.flatMap(keysIn)) ? "valid" : "invalid";
}

/** How much of a wrong merchantId is quoted. */
const QUOTED_MAX = 40;

/** Why there is no key that could check the call. */
export function noKeyFault(
  { params: { merchantId } }: Pick<Envelope, "params">,
  merchant: Merchant | undefined,
): string {
  if (merchant) return `merchant ${merchant.merchantId} has no public key registered`;
  if (merchantId === undefined || merchantId === null) return "merchantId is missing";
  const id = wholeNumber(merchantId);
  if (id !== undefined) return `merchant ${id} is unknown here`;
  // Nothing is quoted of objects: writing a deeply nested one may fail.
  const found =
    typeof merchantId === "object" ? "a list or an object" : JSON.stringify(merchantId).slice(0, QUOTED_MAX);
  return `merchantId is ${found}, expected a whole number`;
}

/** Keys that somebody may have used by mistake. */
const SHIPPED = [
  { name: "the demo merchant's key", file: "fixtures/keys/demo-merchant.public.pem" },
  { name: "the key that signs notifications", file: "fixtures/keys/notification.public.pem" },
] as const;

/** One diagnosis takes as long as two valid calls. Many invalid calls must not slow down the others. */
const diagnoses = new Diagnoses();

/** How many keys other than the merchant's own to try on a wrong signature. */
const OTHER_KEYS_MAX = 20;

/** Keys that ship with the package, by file name. Each is read once; a failed read is retried next time. */
const shipped = new Map<string, KeyObject>();

function shippedKey(file: string): KeyObject | undefined {
  let key = shipped.get(file);
  if (key) return key;
  try {
    key = readPublicKey(packageText(file));
    shipped.set(file, key);
  } catch {
    // Too many files are open, or the package was moved. The diagnosis skips this key.
  }
  return key;
}

/** Explains a signature that none of these keys accepts. Takes some milliseconds, but only for invalid calls. Never throws. */
export async function signatureFaultOf(lane: Lane, envelope: Envelope, keys: readonly string[]): Promise<string> {
  const merchantId = signingMerchantId(envelope);
  const last = diagnoses.instead(lane, merchantId, Date.now());
  if (last !== undefined) return `${last} (found for another call: more wrong ones came than are looked into)`;
  try {
    return diagnoses.made(lane, merchantId, await diagnosed(lane, envelope, keys));
  } catch (error) {
    return `it cannot be looked into: ${(error as Error).message}`;
  }
}

async function diagnosed(lane: Lane, envelope: Envelope, keys: readonly string[]): Promise<string> {
  const { request, signature } = envelope;
  const id = signingMerchantId(envelope);
  const merchants = await lane.store.views.merchants();
  const own = keys.flatMap(keysIn);
  const others = merchants
    .filter(({ merchantId }) => merchantId !== id)
    .flatMap(({ merchantId, publicKeys }) =>
      publicKeys.flatMap(keysIn).map((key) => ({ name: `the key of merchant ${merchantId}`, key })),
    );
  const known = SHIPPED.flatMap(({ name, file }) => {
    const key = shippedKey(file);
    return key ? [{ name, key }] : [];
  });
  return diagnose({
    text: request,
    signature,
    keys: own,
    others: [...known, ...others].filter(({ key }) => !own.some((one) => one.equals(key))).slice(0, OTHER_KEYS_MAX),
  });
}

/** A checked signature, with all that decides whether it is accepted. */
interface Checked {
  readonly signature: SignatureState;
  readonly mode: SignatureMode;
  readonly policy: Pick<Policy, "unknown-merchant">;
  readonly merchant: Merchant | undefined;
}

/** The refusal that the mode requires, if any. */
export function signatureRefusal(
  { signature, mode, policy, merchant }: Checked,
  envelope: Pick<Envelope, "signature">,
): Refused | undefined {
  const refuses = mode === "enforce" || mode === "enforce-registered";
  // ASSUMED(missing-signature): no signature, or one that is no text, is an invalid one.
  if (signature === "invalid" && refuses)
    return { reason: "invalid-signature", ...(envelope.signature === undefined && { assumes: ["missing-signature"] }) };
  if (signature !== "no-key" || mode !== "enforce") return undefined;
  if (merchant) return { reason: "no-public-key" };
  // ASSUMED(unknown-merchant): it has no key, so that is what enforce says.
  const reason = policy["unknown-merchant"] === "no-public-key" ? "no-public-key" : "merchant-not-found";
  return { reason, assumes: ["unknown-merchant"] };
}

/** By lane: merchants for which the log already said that they have no key. */
const announced = new WeakMap<Lane, Set<number>>();
const ANNOUNCED_LIMIT = 1_000;

/** Logs each invalid signature, and each merchant without a key once, as the mode requires. */
export function tellOfSignature(
  lane: Lane,
  mode: SignatureMode,
  { signature, signatureFault, requestId }: Pick<Reply, "signature" | "signatureFault" | "requestId">,
  merchant: number,
): void {
  if (mode === "off" || Number.isNaN(merchant)) return;
  if (signature === "invalid") {
    const what = mode === "warn" ? "answered anyway (--signature warn)" : "refused";
    lane.log.warn(
      `invalid signature by merchant ${merchant} (${signatureFault}): ${what}; payment-sandbox why ${requestId} --url ${lane.baseUrl}`,
    );
    return;
  }
  if (signature !== "no-key") return;
  const known = announced.get(lane) ?? new Set();
  announced.set(lane, known);
  if (known.has(merchant) || known.size === ANNOUNCED_LIMIT) return;
  known.add(merchant);
  const what = mode === "enforce" ? "its requests are refused" : "its signatures are not checked";
  const call = `PUT ${lane.baseUrl}/_sandbox/merchants/${merchant} {"publicKeys": ["<PEM>"]}`;
  lane.log.info(`merchant ${merchant} has no public key, so ${what}. Register one: ${call}`);
}

import type { KeyObject } from "node:crypto";
import type { Lane } from "../app/lane.js";
import type { SignatureState } from "../app/ports/exchange.js";
import type { Merchant, Soon } from "../app/ports/store.js";
import type { Policy } from "../facts/assumptions.js";
import { demoPublicKey } from "../package/demo-keys.js";
import { packageText } from "../package/files.js";
import { diagnose } from "../signing/diagnose.js";
import { readPublicKey } from "../signing/keys.js";
import { isSignedBy } from "../signing/verify.js";
import type { Envelope } from "./envelope.js";

/**
 * What is done about a wrong signature. `enforce-registered`: refused, but merchants without a key are not checked;
 * the default of `exec` and the library.
 */
export type SignatureMode = "off" | "warn" | "enforce" | "enforce-registered";

/** Keys are parsed once; a merchant's text is the same text each time. */
const parsed = new Map<string, KeyObject>();
const PARSED_LIMIT = 10_000;

function keyOf(text: string): KeyObject {
  let key = parsed.get(text);
  if (!key) {
    key = readPublicKey(text);
    if (parsed.size >= PARSED_LIMIT) parsed.clear();
    parsed.set(text, key);
  }
  return key;
}

/** Nobody has checked it yet: an object or a deep array must not be turned into a number. */
const merchantIdOf = (value: unknown): number =>
  typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;

/** Looks at the exact text that the client serialised, with each of the merchant's keys. */
export function checkSignature(lane: Lane, mode: SignatureMode, envelope: Envelope): Soon<SignatureState> {
  if (mode === "off") return "unchecked";
  const merchant = lane.store.known.merchant(merchantIdOf(envelope.params.merchantId));
  return merchant instanceof Promise
    ? merchant.then((found) => signatureState(envelope, found))
    : signatureState(envelope, merchant);
}

function signatureState({ request, signature }: Envelope, merchant: Merchant | undefined): SignatureState {
  const texts = merchant?.publicKeys ?? [];
  if (texts.length === 0) return "no-key";
  return signature !== undefined && isSignedBy(request, signature, texts.map(keyOf)) ? "valid" : "invalid";
}

/** How many keys besides the merchant's own are tried on a wrong signature. */
const OTHER_KEYS_MAX = 20;

/** What is wrong with a signature that was found invalid. Costs some milliseconds, which right calls never pay. */
async function signatureFaultOf(lane: Lane, { request, signature, params }: Envelope): Promise<string> {
  const id = merchantIdOf(params.merchantId);
  const merchants = await lane.store.views.merchants();
  const keysOf = (merchant: Merchant): readonly KeyObject[] => merchant.publicKeys.map(keyOf);
  const own = merchants.filter(({ merchantId }) => merchantId === id).flatMap(keysOf);
  const others = merchants
    .filter(({ merchantId }) => merchantId !== id)
    .flatMap((merchant) =>
      keysOf(merchant).map((key) => ({ name: `the key of merchant ${merchant.merchantId}`, key })),
    );
  const shipped = [
    { name: "the demo merchant's key", key: keyOf(demoPublicKey()) },
    { name: "the key that signs notifications", key: keyOf(packageText("fixtures/keys/notification.public.pem")) },
  ];
  return diagnose({
    text: request,
    signature,
    keys: own,
    others: [...shipped, ...others].filter(({ key }) => !own.some((one) => one.equals(key))).slice(0, OTHER_KEYS_MAX),
  });
}

/** What a signature that is not valid comes to. */
export interface SignatureFinding {
  /** What is wrong with an invalid one. */
  readonly signatureFault: string | undefined;
  readonly refusal: "invalid-signature" | "no-public-key" | "merchant-not-found" | undefined;
}

/** A valid one comes to nothing. */
export const asSigned: SignatureFinding = { signatureFault: undefined, refusal: undefined };

/** Looks into one that is not valid, says in the log what there is to say, and decides what is done about it. */
export async function findingOf(lane: Lane, checked: Checked, envelope: Envelope): Promise<SignatureFinding> {
  const signatureFault = checked.state === "invalid" ? await signatureFaultOf(lane, envelope) : undefined;
  flagSignature(lane, checked, signatureFault, envelope);
  return { signatureFault, refusal: await refusalFor(lane, checked, envelope) };
}

/** What was found, and by which mode it is judged. */
interface Checked {
  readonly state: SignatureState;
  readonly mode: SignatureMode;
  readonly policy: Pick<Policy, "unknown-merchant">;
}

/** The refusal that a mode makes of it, if any. */
async function refusalFor(
  lane: Lane,
  { state, mode, policy }: Checked,
  { params }: Envelope,
): Promise<SignatureFinding["refusal"]> {
  const refuses = mode === "enforce" || mode === "enforce-registered";
  if (state === "invalid" && refuses) return "invalid-signature";
  if (state !== "no-key" || mode !== "enforce") return undefined;
  const isKnown = (await lane.store.views.merchant(merchantIdOf(params.merchantId))) !== undefined;
  // ASSUMED(unknown-merchant): it has no key, so that is what enforce says.
  return isKnown || policy["unknown-merchant"] === "no-public-key" ? "no-public-key" : "merchant-not-found";
}

/** Merchants of whom was said that they have no key, by lane. */
const announced = new WeakMap<Lane, Set<number>>();
const ANNOUNCED_LIMIT = 1_000;

/** Says in the log what a mode finds wrong: each wrong signature, and once a merchant that has no key. */
function flagSignature(lane: Lane, { state, mode }: Checked, fault: string | undefined, { params }: Envelope): void {
  const merchant = merchantIdOf(params.merchantId);
  if (mode === "off" || Number.isNaN(merchant)) return;
  if (state === "invalid") {
    const what = mode === "warn" ? "answered all the same (--signature warn)" : "refused";
    lane.log.warn(`invalid signature by merchant ${merchant} (${fault}): ${what}`);
    return;
  }
  const known = announced.get(lane) ?? new Set();
  announced.set(lane, known);
  if (state !== "no-key" || known.has(merchant) || known.size === ANNOUNCED_LIMIT) return;
  known.add(merchant);
  const what = mode === "enforce" ? "its requests are refused" : "its signatures are not checked";
  const call = `PUT ${lane.baseUrl}/_sandbox/merchants/${merchant} {"publicKeys": ["<PEM>"]}`;
  lane.log.info(`merchant ${merchant} has no public key, so ${what}: ${call} registers one`);
}

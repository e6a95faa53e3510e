import type { SignedEnvelope } from "../core/signing/envelope.js";
import { readPrivateKey } from "../core/signing/keys.js";
import { signText } from "../core/signing/signature.js";
import type { Lane } from "../lane/lane.js";
import { demoPrivateKey } from "../package/demo-keys.js";
import { once } from "../package/once.js";
import { includesDemoKey } from "./demo-key.js";

/**
 * Signs a call as the merchant would. Undefined unless the demo merchant's key is registered for this merchant,
 * because the server has no other key.
 */
export async function signAsDemo(lane: Lane, merchantId: number, request: string): Promise<SignedEnvelope | undefined> {
  const merchant = await lane.store.views.merchant(merchantId);
  if (!merchant || !includesDemoKey(merchant.publicKeys)) return undefined;
  return { request, signature: await signText(request, demoKey()) };
}

/** Read once: that takes as long as a signature. */
const demoKey = once(() => readPrivateKey(demoPrivateKey()));

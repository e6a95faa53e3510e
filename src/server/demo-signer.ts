import { createPublicKey } from "node:crypto";
import type { Lane } from "../app/lane.js";
import { demoPrivateKey, demoPublicKey } from "../package/demo-keys.js";
import type { SignedEnvelope } from "../signing/envelope.js";
import { publicForms, readPrivateKey, readPublicKey } from "../signing/keys.js";
import { signText } from "../signing/sign.js";

/**
 * Signs a call as the merchant would. Undefined unless the demo merchant's key is registered for this merchant,
 * because the server has no other key.
 */
export async function signAsDemo(lane: Lane, merchantId: number, request: string): Promise<SignedEnvelope | undefined> {
  const merchant = await lane.store.views.merchant(merchantId);
  const demo = publicForms(createPublicKey(demoPublicKey())).base64;
  if (!merchant?.publicKeys.some((key) => publicForms(readPublicKey(key)).base64 === demo)) return undefined;
  return { request, signature: await signText(request, readPrivateKey(demoPrivateKey())) };
}

import { createPublicKey } from "node:crypto";
import type { Lane } from "../app/lane.js";
import { demoPrivateKey, demoPublicKey } from "../package/demo-keys.js";
import type { SignedEnvelope } from "../signing/envelope.js";
import { publicForms, readPrivateKey, readPublicKey } from "../signing/keys.js";
import { signText } from "../signing/sign.js";

/**
 * The body of a call as the merchant would send it. Undefined where the demo merchant's key is none of those that are
 * registered for it: nobody here has another.
 */
export async function signAsDemo(lane: Lane, merchantId: number, request: string): Promise<SignedEnvelope | undefined> {
  const merchant = await lane.store.views.merchant(merchantId);
  const demo = publicForms(createPublicKey(demoPublicKey())).base64;
  if (!merchant?.publicKeys.some((key) => publicForms(readPublicKey(key)).base64 === demo)) return undefined;
  return { request, signature: await signText(request, readPrivateKey(demoPrivateKey())) };
}

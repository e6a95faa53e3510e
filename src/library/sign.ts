import { demoPrivateKey } from "../package/demo-keys.js";
import type { SignedEnvelope } from "../signing/envelope.js";
import { readPrivateKey } from "../signing/keys.js";
import { signedEnvelope } from "../signing/sign.js";

/**
 * The signed body of a call. Signs the JSON of `params`; a text is signed unchanged. `privateKeyPem` is the demo
 * merchant's by default.
 *
 * ```ts
 * const body = JSON.stringify(sign({ merchantId: 3, merchantReference: "A-1" }));
 * await fetch(`${lane.url}/hosted-checkout/query`, { method: "POST", body, headers: { "Content-Type": "application/json" } });
 * ```
 */
export const sign = (params: object | string, privateKeyPem: string = demoPrivateKey()): SignedEnvelope =>
  signedEnvelope(typeof params === "string" ? params : JSON.stringify(params), readPrivateKey(privateKeyPem));

import type { SignedEnvelope } from "../../core/signing/envelope.js";
import { readPrivateKey } from "../../core/signing/keys.js";
import { signedEnvelope } from "../../core/signing/signature.js";
import { demoPrivateKey } from "../../package/demo-keys.js";

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

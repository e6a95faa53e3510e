import { demoPrivateKey } from "../package/demo-keys.js";
import type { SignedEnvelope } from "../signing/envelope.js";
import { readPrivateKey } from "../signing/keys.js";
import { signedEnvelope } from "../signing/sign.js";

/**
 * The body of a call. `params` is signed and sent as its JSON; a text is taken as it stands.
 * `privateKeyPem` is the demo merchant's when left out.
 */
export const sign = (params: object | string, privateKeyPem: string = demoPrivateKey()): SignedEnvelope =>
  signedEnvelope(typeof params === "string" ? params : JSON.stringify(params), readPrivateKey(privateKeyPem));

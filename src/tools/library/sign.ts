import type { SignedEnvelope } from "../../core/signing/envelope.js";
import { readPrivateKey } from "../../core/signing/keys.js";
import { signedEnvelope } from "../../core/signing/signature.js";
import { demoPrivateKey } from "../../package/demo-keys.js";
import { checkArgument } from "./wrong-argument.js";

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
  signedEnvelope(paramsText(params), readPrivateKey(privateKeyPem));

/** The JSON of a call's params. A text stays as it is. */
export function paramsText(params: object | string): string {
  const text: string | undefined = typeof params === "string" ? params : JSON.stringify(params, asJson);
  checkArgument(text !== undefined, "params", "an object, or its JSON as text", params);
  return text;
}

/** JSON would have null for a number that it has not. */
function asJson(name: string, value: unknown): unknown {
  const isJson = typeof value === "number" ? Number.isFinite(value) : typeof value !== "bigint";
  checkArgument(isJson, name || "params", "a value that JSON has", value);
  return value;
}

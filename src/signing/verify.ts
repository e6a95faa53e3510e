import { type KeyObject, verify } from "node:crypto";

/** Whether one of `keys` signed exactly these bytes of text: RSA, SHA-256, PKCS#1 v1.5, one standard base64. */
export function isSignedBy(text: string, signature: string, keys: readonly KeyObject[]): boolean {
  // Node reads base64url too, and passes over what is neither; the service takes standard base64 alone.
  const bytes = Buffer.from(signature, "base64");
  if (bytes.toString("base64") !== signature) return false;
  const signed = Buffer.from(text);
  return keys.some((key) => verify("sha256", signed, key, bytes));
}

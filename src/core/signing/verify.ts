import { type KeyObject, verify } from "node:crypto";

/** True if one of `keys` signed exactly these bytes: RSA, SHA-256, PKCS#1 v1.5, in standard base64. */
export function isSignedBy(text: string, signature: string, keys: readonly KeyObject[]): boolean {
  // Node also accepts base64url and skips unknown characters, but the service accepts only standard base64.
  const bytes = Buffer.from(signature, "base64");
  if (bytes.toString("base64") !== signature) return false;
  const signed = Buffer.from(text);
  return keys.some((key) => verify("sha256", signed, key, bytes));
}

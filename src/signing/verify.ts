import { type KeyObject, verify } from "node:crypto";

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Whether one of `keys` signed exactly these bytes of text: RSA, SHA-256, PKCS#1 v1.5, one standard base64. */
export function isSignedBy(text: string, signature: string, keys: readonly KeyObject[]): boolean {
  if (!BASE64.test(signature)) return false;
  const bytes = Buffer.from(signature, "base64");
  const signed = Buffer.from(text, "utf8");
  return keys.some((key) => verify("sha256", signed, key, bytes));
}

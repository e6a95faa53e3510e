import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/**
 * Keeps the shopper's input in encrypted form inside the 3-D Secure challenge's form, so that no card number is
 * stored or shown. The key lives as long as this process, so a restart ends the challenge. Processes that share a
 * storage share a key.
 */
const ownKey = randomBytes(32);

export function seal(plain: object, session: string, key: Uint8Array = ownKey): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(session));
  const body = Buffer.concat([cipher.update(JSON.stringify(plain)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** Undefined for anything that was not encrypted here for this session. */
export function unseal<T extends object>(text: unknown, session: string, key: Uint8Array = ownKey): T | undefined {
  if (typeof text !== "string") return undefined;
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length < 29) return undefined;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12)).setAAD(Buffer.from(session));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()) as T;
  } catch {
    return undefined;
  }
}

import { createPrivateKey } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { InvalidInput } from "../package/errors.js";

export const isPem = (text: string): boolean => text.trimStart().startsWith("-----BEGIN");

/** A PEM text, or the path of a file with one. */
export function pemText(pemOrPath: string, folder: string): string {
  if (isPem(pemOrPath)) return pemOrPath;
  const path = resolve(folder, pemOrPath);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new InvalidInput(`${pemOrPath}: expected a PEM or its path; there is no such file`);
  const text = readFileSync(path, "utf8");
  if (!text.includes("-----BEGIN")) throw new InvalidInput(`${pemOrPath}: expected a PEM (-----BEGIN …), found none`);
  return text;
}

/** The private key that signs notifications. */
export function privateKeyText(pemOrPath: string, folder: string): string {
  const text = pemText(pemOrPath, folder);
  try {
    if (createPrivateKey(text).asymmetricKeyType === "rsa") return text;
  } catch {
    // Ignored here, because the error below says what was expected.
  }
  throw new InvalidInput("notificationKey: expected an RSA private key (PEM), or the path of one");
}

import { createPrivateKey, X509Certificate } from "node:crypto";
import { resolve } from "node:path";
import { hasPassphrase, WITHOUT_PASSPHRASE } from "../../core/signing/keys.js";
import { InvalidInput } from "../../package/errors.js";
import { NO_FILE, textOfNamed } from "../../package/regular-file.js";

export const isPem = (text: string): boolean => text.trimStart().startsWith("-----BEGIN");

/** A PEM text, or the path of a file with one. */
export function pemText(pemOrPath: string, folder: string): string {
  if (isPem(pemOrPath)) return pemOrPath;
  const path = resolve(folder, pemOrPath);
  const text = textAt(path, pemOrPath);
  if (!text.includes("-----BEGIN")) throw new InvalidInput(`${pemOrPath}: expected a PEM (-----BEGIN …), found none`);
  return text;
}

function textAt(path: string, shown: string): string {
  try {
    return textOfNamed(path, { isPem: true });
  } catch (error) {
    const { message } = error as Error;
    throw new InvalidInput(
      `${shown}: expected a PEM or its path; ${message === NO_FILE ? "there is no such file" : `found ${message}`}`,
    );
  }
}

/** The private key that signs notifications. */
export function privateKeyText(pemOrPath: string, folder: string): string {
  const text = pemText(pemOrPath, folder);
  if (hasPassphrase(text)) throw new InvalidInput(`notificationKey: expected ${WITHOUT_PASSPHRASE}`);
  try {
    if (createPrivateKey(text).asymmetricKeyType === "rsa") return text;
  } catch {
    // Ignored here, because the error below says what was expected.
  }
  throw new InvalidInput("notificationKey: expected an RSA private key (PEM), or the path of one");
}

/** The HTTPS options. */
export interface ChosenTls {
  readonly https?: boolean | undefined;
  /** PEM, or the path of a PEM file. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** Reads the HTTPS options. A given certificate implies HTTPS. Throws InvalidInput. */
export function tlsSettings({ https, cert, key }: ChosenTls, folder: string): ChosenTls & { readonly https: boolean } {
  if (cert === undefined && key === undefined) return { https: https ?? false, cert, key };
  if (cert === undefined || key === undefined)
    throw new InvalidInput(`--cert and --key: expected both, found only --${cert === undefined ? "key" : "cert"}`);
  if (https === false) throw new InvalidInput("--cert and --key: expected HTTPS, found https: false");
  const read = { cert: pemText(cert, folder), key: pemText(key, folder) };
  if (hasPassphrase(read.key)) throw new InvalidInput(`--key: expected ${WITHOUT_PASSPHRASE}`);
  const certificate = parsed("--cert", "a certificate (PEM)", () => new X509Certificate(read.cert));
  const privateKey = parsed("--key", "a private key without a passphrase (PEM)", () => createPrivateKey(read.key));
  if (!certificate.checkPrivateKey(privateKey))
    throw new InvalidInput("--key: expected the private key of --cert, found another one");
  return { https: true, ...read };
}

function parsed<T>(option: string, expected: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InvalidInput(`${option}: expected ${expected}: ${(error as Error).message}`);
  }
}

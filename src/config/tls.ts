import { createPrivateKey, X509Certificate } from "node:crypto";
import { InvalidInput } from "../package/errors.js";
import { pemText } from "./pem-text.js";

/** The HTTPS options. */
export interface ChosenTls {
  readonly https?: boolean | undefined;
  /** PEM, or the path of a PEM file. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** A server's TLS settings. */
export interface TlsSettings {
  readonly https: boolean;
  /** PEM. */
  readonly cert: string | undefined;
  readonly key: string | undefined;
}

/** Reads the HTTPS options. A given certificate implies HTTPS. Throws InvalidInput. */
export function tlsSettings({ https, cert, key }: ChosenTls, folder: string): TlsSettings {
  if (cert === undefined && key === undefined) return { https: https ?? false, cert, key };
  if (cert === undefined || key === undefined)
    throw new InvalidInput(`--cert and --key: expected both, found only --${cert === undefined ? "key" : "cert"}`);
  if (https === false) throw new InvalidInput("--cert and --key: expected HTTPS, found https: false");
  const read = { cert: pemText(cert, folder), key: pemText(key, folder) };
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

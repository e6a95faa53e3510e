import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;
const PRIVATE = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/i;

/**
 * Reads the RSA public keys in a text: PEM, one or several, or bare base64 of the DER of X.509 SubjectPublicKeyInfo.
 * Throws an Error that says what it expected and never quotes the text, which may be a secret.
 */
export function readPublicKeys(text: string): readonly [KeyObject, ...KeyObject[]] {
  const trimmed = text.trim();
  const blocks = trimmed.startsWith("-----") ? [...trimmed.matchAll(PEM_BLOCK)].map(([block]) => block) : [];
  const bare = bareKeys(trimmed.replace(PEM_BLOCK, " "));
  if (PRIVATE.test(trimmed) || bare.some(isPrivateDer)) throw new Error("expected a public key, found a private one");
  // Words behind PEM are no key.
  const [first = "", ...others] = blocks.length > 0 ? blocks : bare;
  return [publicKeyIn(first), ...others.map(publicKeyIn)];
}

/** The keys in bare base64: several, each whole, or one, which may be broken into lines. */
function bareKeys(text: string): readonly string[] {
  const words = text.split(/\s+|(?<==)(?!=)/).filter((word) => word !== "");
  return words.every((word) => isWhole(Buffer.from(word, "base64"))) ? words : [words.join("")];
}

/** True if a DER sequence has as many bytes as its header says. */
const isWhole = (der: Buffer): boolean =>
  der[0] === 0x30 && der[1] === 0x82 && der.length > 4 && der.length === der.readUInt16BE(2) + 4;

/** The first of the RSA public keys in a text. */
export const readPublicKey = (text: string): KeyObject => readPublicKeys(text)[0];

/** Why a text has no RSA public key. Undefined if it has one. */
export function publicKeyFault(text: string): string | undefined {
  try {
    readPublicKeys(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function publicKeyIn(text: string): KeyObject {
  let key: KeyObject;
  const isPem = text.startsWith("-----");
  const der = Buffer.from(text, "base64");
  try {
    key = isPem ? createPublicKey(text) : createPublicKey({ key: der, format: "der", type: "spki" });
  } catch {
    throw new Error("expected an RSA public key: PEM, or base64 of its X.509 SubjectPublicKeyInfo");
  }
  if (key.asymmetricKeyType !== "rsa") throw new Error(`expected an RSA public key, found ${key.asymmetricKeyType}`);
  // More bytes behind it might be a secret, and would be kept and shown.
  if (!isPem && !der.equals(key.export({ type: "spki", format: "der" })))
    throw new Error("expected one RSA public key in base64, found more behind it");
  return key;
}

/** True for the bare base64 of a private key. */
function isPrivateDer(text: string): boolean {
  if (text.startsWith("-----")) return false;
  const key = Buffer.from(text, "base64");
  return (["pkcs8", "pkcs1"] as const).some((type) => {
    try {
      createPrivateKey({ key, format: "der", type });
      return true;
    } catch {
      return false;
    }
  });
}

/** True if a PEM's private key has a passphrase. */
export const hasPassphrase = (pem: string): boolean =>
  /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: *4, *ENCRYPTED/m.test(pem);

/** What to do about a key with a passphrase, which nobody can type here. */
export const WITHOUT_PASSPHRASE = "a key without a passphrase; remove it with openssl pkey -in <file> -out <new file>";

/** Reads an RSA private key from PEM. Throws an Error that says what it expected and found. */
export function readPrivateKey(pem: string): KeyObject {
  if (hasPassphrase(pem))
    throw new Error(`expected an RSA private key (PEM), found one with a passphrase: give ${WITHOUT_PASSPHRASE}`);
  const key = keyIn(pem);
  const found = key === undefined ? "none" : key.type === "public" ? "a public key" : key.asymmetricKeyType;
  if (key === undefined || found !== "rsa") throw new Error(`expected an RSA private key (PEM), found ${found}`);
  return key;
}

function keyIn(pem: string): KeyObject | undefined {
  for (const read of [createPrivateKey, createPublicKey])
    try {
      return read(pem);
    } catch {
      // The text is the other kind of key, or no key at all.
    }
  return undefined;
}

/** The public half as PEM and as bare base64, the two forms that merchants paste. */
export function publicForms(key: KeyObject): { readonly pem: string; readonly base64: string } {
  return {
    pem: key.export({ type: "spki", format: "pem" }).toString(),
    base64: key.export({ type: "spki", format: "der" }).toString("base64"),
  };
}

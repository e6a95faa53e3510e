import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

/**
 * Reads an RSA public key from X.509 SubjectPublicKeyInfo: PEM, or bare base64 of the DER. Throws an Error that says
 * what it expected.
 */
export function readPublicKey(text: string): KeyObject {
  const trimmed = text.trim();
  let key: KeyObject;
  try {
    key = trimmed.startsWith("-----")
      ? createPublicKey(trimmed)
      : createPublicKey({ key: Buffer.from(trimmed, "base64"), format: "der", type: "spki" });
  } catch {
    throw new Error("expected an RSA public key: PEM, or base64 of its X.509 SubjectPublicKeyInfo");
  }
  if (key.asymmetricKeyType !== "rsa") throw new Error(`expected an RSA public key, found ${key.asymmetricKeyType}`);
  return key;
}

/** Reads an RSA private key from PEM. Throws an Error that says what it expected and found. */
export function readPrivateKey(pem: string): KeyObject {
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

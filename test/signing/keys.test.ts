import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { publicForms, readPrivateKey, readPublicKey } from "../../src/signing/keys.js";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const pem = (key: typeof rsa.privateKey, type: "pkcs8" | "spki") => key.export({ type, format: "pem" }).toString();

describe("a public key", () => {
  it("is read from PEM and from bare base64, with room around it, and written in both forms", () => {
    const forms = publicForms(rsa.publicKey);
    for (const text of [forms.pem, forms.base64, `\n ${forms.base64}\n`, ` ${forms.pem} `])
      expect(publicForms(readPublicKey(text))).toEqual(forms);
  });

  it("is read from PEM with words after it, and not with words before", () => {
    const forms = publicForms(rsa.publicKey);
    expect(publicForms(readPublicKey(`${forms.pem}of the shop`))).toEqual(forms);
    expect(() => readPublicKey(`of the shop\n${forms.pem}`)).toThrow("expected an RSA public key: PEM");
  });

  it("is one of RSA", () => {
    for (const text of Object.values(publicForms(ec.publicKey)))
      expect(() => readPublicKey(text)).toThrow("expected an RSA public key, found ec");
  });

  it.each(["", "no key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"])("is none in %j", (text) => {
    expect(() => readPublicKey(text)).toThrow(
      "expected an RSA public key: PEM, or base64 of its X.509 SubjectPublicKeyInfo",
    );
  });
});

describe("a private key", () => {
  it.each([
    [pem(ec.privateKey, "pkcs8"), "ec"],
    [pem(rsa.publicKey, "spki"), "a public key"],
    ["no key", "none"],
  ])("is not what is found in other texts", (text, found) => {
    expect(() => readPrivateKey(text)).toThrow(`expected an RSA private key (PEM), found ${found}`);
  });

  it("is read from PEM", () => {
    expect(readPrivateKey(pem(rsa.privateKey, "pkcs8")).asymmetricKeyType).toBe("rsa");
  });
});

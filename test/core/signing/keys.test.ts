import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  publicForms,
  publicKeyFault,
  readPrivateKey,
  readPublicKey,
  readPublicKeys,
} from "../../../src/core/signing/keys.js";
import { demoPublicKey } from "../../../src/package/demo-keys.js";
import { privateKeyText, tlsSettings } from "../../../src/server/options/pem.js";

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

describe("several keys in one text", () => {
  const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey;
  const [one, two] = [publicForms(rsa.publicKey), publicForms(other)];
  const secret = rsa.privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");

  it("both count, also in bare base64, a line each", () => {
    const read = readPublicKeys(`${one.base64}\n${two.base64}`).map((key) => publicForms(key).base64);
    expect(read).toEqual([one.base64, two.base64]);
    expect(readPublicKeys(one.base64.replace(/.{64}/g, "$&\n"))).toHaveLength(1);
  });

  it.each([
    ["PEM, then base64", `${one.pem}${secret}`],
    ["base64, a line each", `${one.base64}\n${secret}`],
    ["base64 with a blank", `${one.base64} ${secret}`],
    ["base64 joined", `${one.base64}${secret}`],
    ["PEM in lower case", `${one.pem}${pem(rsa.privateKey, "pkcs8").replaceAll("PRIVATE KEY", "private key")}`],
  ])("a private one behind the public one is never taken: %s", (_, text) => {
    expect(publicKeyFault(text)).toMatch(/^expected (a public key, found a private one|one RSA public key in base64)/);
  });
});

describe("a private key in the place of a public one", () => {
  const privatePem = pem(rsa.privateKey, "pkcs8");
  const options = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" } as const;
  it.each([
    ["as PEM", privatePem],
    ["as PEM of PKCS#1", rsa.privateKey.export({ type: "pkcs1", format: "pem" }).toString()],
    ["with a passphrase", rsa.privateKey.export(options).toString()],
    ["of another kind", pem(ec.privateKey, "pkcs8")],
    ["as base64", rsa.privateKey.export({ type: "pkcs8", format: "der" }).toString("base64")],
    ["as base64 of PKCS#1", rsa.privateKey.export({ type: "pkcs1", format: "der" }).toString("base64")],
    ["behind a public one", `${pem(rsa.publicKey, "spki")}${privatePem}`],
    ["behind words", `the key:\n${privatePem}`],
  ])("%s is told, and not quoted", (_, text) => {
    expect(publicKeyFault(text)).toBe("expected a public key, found a private one");
    expect(() => readPublicKeys(text)).toThrow("expected a public key, found a private one");
  });
});

it("two public keys in one text are both read, with words between them", () => {
  const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const text = `${pem(rsa.publicKey, "spki")}the new one:\n${pem(other.publicKey, "spki")}`;
  expect(readPublicKeys(text).map((key) => publicForms(key).pem)).toEqual([
    publicForms(rsa.publicKey).pem,
    publicForms(other.publicKey).pem,
  ]);
  expect(publicKeyFault(`${pem(rsa.publicKey, "spki")}${pem(ec.publicKey, "spki")}`)).toContain("found ec");
});

describe("a private key", () => {
  it.each(["pkcs8", "pkcs1"] as const)("of %s with a passphrase is told as such", (type) => {
    const text = rsa.privateKey.export({ type, format: "pem", cipher: "aes-256-cbc", passphrase: "x" }).toString();
    expect(() => readPrivateKey(text)).toThrow(/found one with a passphrase: give a key without/);
    expect(() => privateKeyText(text, ".")).toThrow(/^notificationKey: expected a key without a passphrase/);
    const cert = demoPublicKey();
    expect(() => tlsSettings({ cert, key: text }, ".")).toThrow(/^--key: expected a key without a passphrase/);
  });

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

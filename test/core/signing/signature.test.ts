import { createHash, generateKeyPairSync, publicDecrypt } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalText, isSignedBy, signedEnvelope, signText } from "../../../src/core/signing/signature.js";

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
const text = '{"merchantId":3,"note":"茶"}';

/** The digest that a signature holds, behind the frame of SHA-256 in PKCS#1 v1.5. */
const digestIn = (signature: string): string =>
  publicDecrypt(pair.publicKey, Buffer.from(signature, "base64")).toString("hex");
const SHA_256_FRAME = "3031300d060960864801650304020105000420";
const digestOf = (signed: string): string => createHash("sha256").update(signed, "utf8").digest("hex");

describe("a signature", () => {
  it("is SHA256withRSA over the bytes of the text, in base64 without line breaks", async () => {
    for (const signature of [await signText(text, pair.privateKey), signedEnvelope(text, pair.privateKey).signature]) {
      expect(digestIn(signature)).toBe(`${SHA_256_FRAME}${digestOf(text)}`);
      expect(signature).toMatch(/^[A-Za-z0-9+/]{342}==$/);
    }
  });

  it("stands beside the text as it was given", () => {
    expect(signedEnvelope(text, pair.privateKey)).toEqual({ request: text, signature: expect.any(String) });
  });

  it("is refused where the key makes none", async () => {
    const ed25519 = generateKeyPairSync("ed25519");
    await expect(signText(text, ed25519.privateKey)).rejects.toThrow();
  });

  it("is found by any of several keys, and by no other", () => {
    const { signature } = signedEnvelope(text, pair.privateKey);
    const found = [[pair.publicKey], [other.publicKey, pair.publicKey], [other.publicKey], []].map((keys) =>
      isSignedBy(text, signature, keys),
    );
    expect(found).toEqual([true, true, false, false]);
  });

  it.each([
    ["as it is", text, (signature: string) => signature, true],
    ["over another text", `${text} `, (signature: string) => signature, false],
    ["without its padding", text, (signature: string) => signature.replaceAll("=", ""), false],
    ["with a line break", text, (signature: string) => `${signature}\n`, false],
    ["in base64url", text, (signature: string) => Buffer.from(signature, "base64").toString("base64url"), false],
    ["in hexadecimal", text, (signature: string) => Buffer.from(signature, "base64").toString("hex"), false],
    ["empty", text, () => "", false],
  ])("%s is taken or not", (_, signed, spelt, isTaken) => {
    expect(isSignedBy(signed, spelt(signedEnvelope(text, pair.privateKey).signature), [pair.publicKey])).toBe(isTaken);
  });
});

it("the service signs a notification's fields but the signature, sorted, as they are", () => {
  const fields = { status: "SUCCESS", signature: "x", amount: "50.00", merchantReference: "A&B=1", "amount-2": "" };
  expect(canonicalText(fields)).toBe("amount-2=&amount=50.00&merchantReference=A&B=1&status=SUCCESS");
});

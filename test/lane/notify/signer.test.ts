import { createPrivateKey, createPublicKey } from "node:crypto";
import { expect, it } from "vitest";
import { isSignedBy } from "../../../src/core/signing/signature.js";
import { Signer } from "../../../src/lane/notify/signer.js";
import { packageText } from "../../../src/package/files.js";

const key = createPrivateKey(packageText("fixtures/keys/notification.private.pem"));

it("what is signed again has the signature that it had, and each signature holds", async () => {
  const signer = new Signer(key);
  const [first, again] = [signer.sign("amount=1.00"), signer.sign("amount=1.00")];
  expect(again).toBe(first);
  expect(await signer.sign("amount=2.00")).not.toBe(await first);
  expect(isSignedBy("amount=1.00", await first, [createPublicKey(key)])).toBe(true);
});

it("the oldest signatures are let go where much was signed", async () => {
  const signer = new Signer(key);
  const [first, large] = [signer.sign("first"), "x".repeat(300_000)];
  await Promise.all([signer.sign(large), signer.sign(`${large}2`)]);
  expect(signer.sign("first")).not.toBe(first);
});

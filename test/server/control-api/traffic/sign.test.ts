import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isSignedBy } from "../../../../src/core/signing/signature.js";
import { demoPublicKey } from "../../../../src/package/demo-keys.js";
import { requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox({ signature: "enforce" }));

const isDemos = ({ request, signature }: { request: string; signature: string }): boolean =>
  isSignedBy(request, signature, [createPublicKey(demoPublicKey())]);

describe("POST sign", () => {
  it("gives the body of a call that is let in as it is", async () => {
    const { url } = await sandbox.lane();
    const { http, body } = await control(url, "POST", "sign", { params: requests.sale() });
    expect([http, isDemos(body)]).toEqual([200, true]);
    const headers = { "Content-Type": "application/json" };
    const sent = await fetch(`${url}/tokenization/sale`, { method: "POST", headers, body: JSON.stringify(body) });
    expect(await sent.json()).toMatchObject({ responseCode: "0000" });
  });

  it("signs a text exactly as it stands", async () => {
    const request = '{ "merchantId": 3,  "orderId": 1 }\n';
    const { body } = await sandbox.control("POST", "sign", { params: request });
    expect([body.request, isDemos(body)]).toEqual([request, true]);
  });

  it.each([
    ["of a merchant that nobody knows", { merchantId: 77, params: {} }, 77],
    ["that params names, where merchantId does not", { params: { merchantId: 78 } }, 78],
  ])("has no key %s", async (_, asked, id) => {
    const { http, body } = await sandbox.control("POST", "sign", asked);
    expect([http, body.code]).toEqual([409, "no-private-key"]);
    expect(body.message).toContain(`merchant ${id}`);
  });

  it("has no key any more where the demo merchant brought its own, and one where another took the demo's", async () => {
    const { url } = await sandbox.lane();
    const own = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ type: "spki", format: "pem" });
    await control(url, "PUT", "merchants/3", { publicKeys: [own] });
    expect((await control(url, "POST", "sign", { params: {} })).http).toBe(409);
    await control(url, "PUT", "merchants/8", { publicKeys: [demoPublicKey()] });
    expect((await control(url, "POST", "sign", { merchantId: 8, params: {} })).http).toBe(200);
  });

  it.each([
    [{}, "params: is missing, expected the parameters, or their JSON as text"],
    [{ params: 7 }, "params: is 7, expected the parameters, or their JSON as text"],
    [{ merchantId: "x", params: {} }, "merchantId: "],
  ])("refuses %j", async (asked, message) => {
    const { http, body } = await sandbox.control("POST", "sign", asked);
    expect([http, body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

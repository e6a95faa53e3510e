import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { expect, it } from "vitest";
import { readPublicKey } from "../../../../src/core/signing/keys.js";
import type { Log } from "../../../../src/lane/ports/log.js";
import { demoKey, signed } from "../../../support/client.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
const request = JSON.stringify({ merchantId: 3, userId: "user1" });
const sha1 = sign("sha1", Buffer.from(request), demoKey).toString("base64");
const fault = "its digest is SHA-1, expected SHA-256";

it("a wrong signature is explained in the header, in `why`, and in the log", async () => {
  const lines: string[] = [];
  const log = { debug: () => {}, info: () => {}, warn: (line: string) => lines.push(line) } as unknown as Log;
  for (const signature of ["warn", "enforce"] as const) {
    await using sandbox = await startTestSandbox({ signature }, log);
    const world = await sandbox.lane();
    const answer = await world.client("tokenization/query-token", {}, { request, signature: sha1 });
    expect(answer.body.responseCode).toBe(signature === "warn" ? "0000" : "1002");
    expect(answer.headers.get("x-sandbox-signature")).toBe(`invalid; ${fault}`);
    const { explain } = (await control(world.url, "GET", `requests/${answer.headers.get("x-sandbox-request-id")}`))
      .body;
    const step = explain.ladder.find(({ step }: { step: string }) => step === "signature");
    expect(step.found).toContain(fault);
    expect(explain.advice).toContain(fault);
    expect(lines.pop()).toContain(`invalid signature by merchant 3 (${fault})`);
  }
});

it("a body in ISO-8859-1 is warned of, and explains why its signature does not fit", async () => {
  const bytes = Buffer.from('{"merchantId":3,"userId":"Caf\xe9"}', "latin1");
  const signature = sign("sha256", bytes, demoKey).toString("base64");
  const body = new Uint8Array(
    Buffer.from(`{"request":${JSON.stringify(bytes.toString("latin1"))},"signature":"${signature}"}`, "latin1"),
  );
  const where = 'the body is not UTF-8: byte 0xE9 at offset 46 (after ":3,"userId":"Caf) was read as U+FFFD';
  for (const mode of ["warn", "enforce", "off"] as const) {
    await using sandbox = await startTestSandbox({ signature: mode });
    const { client, url } = await sandbox.lane();
    const { headers } = await client("tokenization/query-token", {}, { body });
    expect(headers.get("x-sandbox-warnings")).toBe(where);
    const { explain } = (await control(url, "GET", `requests/${headers.get("x-sandbox-request-id")}`)).body;
    expect(explain.advice.split(where)).toHaveLength(2);
    if (mode === "off") continue;
    expect(headers.get("x-sandbox-signature")).toBe(
      `invalid; the key is right, but it signs another text than \`request\`: ${where}`,
    );
    expect(explain.advice).toContain("Write the text in UTF-8: another encoding, such as ISO-8859-1,");
  }
});

it("an envelope that is no JSON because of such a byte is told the same", async () => {
  await using sandbox = await startTestSandbox();
  const { client, url } = await sandbox.lane();
  const { headers } = await client("tokenization/query-token", {}, { body: new Uint8Array([0xe9]) });
  expect(headers.get("x-sandbox-warnings")).toBe("the body is not UTF-8: byte 0xE9 at offset 0 was read as U+FFFD");
  const { explain } = (await control(url, "GET", `requests/${headers.get("x-sandbox-request-id")}`)).body;
  expect(explain.advice).toContain("column 1: write the text in UTF-8");
});

it("the keys of other merchants, and those that ship, are named", async () => {
  await using sandbox = await startTestSandbox({ signature: "warn" });
  const world = await sandbox.lane();
  const pem = createPublicKey(stranger.privateKey).export({ type: "spki", format: "pem" }).toString();
  expect(readPublicKey(pem).asymmetricKeyType).toBe("rsa");
  await control(world.url, "PUT", "merchants/5", { publicKeys: [pem] });
  const said = async (merchantId: number, key = stranger.privateKey): Promise<string | null> =>
    (await world.client("tokenization/query-token", { merchantId, userId: "user1" }, { key })).headers.get(
      "x-sandbox-signature",
    );
  expect(await said(3)).toBe("invalid; it was made with the key of merchant 5");
  expect(await said(5, demoKey)).toBe("invalid; it was made with the demo merchant's key");
  expect(await said(5)).toBe("valid");
});

it("a merchantId that is written as a text has the merchant's keys, and one that is no number has none", async () => {
  await using sandbox = await startTestSandbox({ signature: "warn" });
  const { client } = await sandbox.lane();
  const said = async (merchantId: unknown, key = demoKey): Promise<string | null> =>
    (await client("tokenization/query-token", { merchantId, userId: "user1" }, { key })).headers.get(
      "x-sandbox-signature",
    );
  expect(await said("3")).toBe("valid");
  expect(await said("3", stranger.privateKey)).toMatch(/^invalid/);
  const odd = [["3"], {}, true, "abc", "茶", null, undefined, 99, 99];
  const told: (string | null)[] = [];
  for (const merchantId of odd) told.push(await said(merchantId));
  expect(told).toEqual([
    "no-key; merchantId is a list or an object, expected a whole number",
    "no-key; merchantId is a list or an object, expected a whole number",
    "no-key; merchantId is true, expected a whole number",
    'no-key; merchantId is "abc", expected a whole number',
    'no-key; merchantId is "%E8%8C%B6", expected a whole number',
    "no-key; merchantId is missing",
    "no-key; merchantId is missing",
    "no-key; merchant 99 is unknown here",
    "no-key; merchant 99 has no public key registered",
  ]);
});

it("a hostile text is not written anew: deep and long ones are answered as ever", async () => {
  await using sandbox = await startTestSandbox({ signature: "warn" });
  const world = await sandbox.lane();
  for (const inner of ["[".repeat(9_000) + "]".repeat(9_000), `"${"茶/".repeat(100_000)}"`]) {
    const text = `{"merchantId":3,"userId":"user1","x":${inner}}`;
    const other = signed("another text");
    const answer = await world.client("tokenization/query-token", {}, { request: text, signature: other });
    expect(answer.body.responseCode).toBe("0000");
    expect(answer.headers.get("x-sandbox-signature")).toMatch(/^invalid; the key is right, but/);
  }
});

import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isSignedBy } from "../../../src/core/signing/signature.js";
import { packageText } from "../../../src/package/files.js";
import { testFolder } from "../../support/sandbox.js";
import { run } from "./cli.js";

const demoPublicKey = createPublicKey(packageText("fixtures/keys/demo-merchant.public.pem"));
const request = '{"merchantId":3, "merchantReference":"茶\\/1"}';

async function signed(input: string, ...args: readonly string[]): Promise<{ request: string; signature: string }> {
  const { exitCode, stdout, stderr } = await run(["sign", ...args], { input });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout.split("\n")).toHaveLength(2);
  return JSON.parse(stdout);
}

describe("sign", () => {
  it.each([
    ["the parameters", request],
    ["the parameters, with a line end behind them", `\n${request}\r\n`],
    ["the parameters, behind a byte order mark", `\uFEFF${request}`],
    ["an envelope's request, as the text that it is there", JSON.stringify(request)],
    ["an envelope", JSON.stringify({ request, signature: "of another key" })],
  ])("prints the envelope of %s, signed by the demo merchant, text unchanged", async (_, input) => {
    const envelope = await signed(input);
    expect(Object.keys(envelope)).toEqual(["request", "signature"]);
    expect(envelope.request).toBe(request);
    expect(isSignedBy(envelope.request, envelope.signature, [demoPublicKey])).toBe(true);
  });

  it("keeps line ends inside the request", async () => {
    const pretty = JSON.stringify({ merchantId: 3 }, null, 2);
    expect((await signed(pretty)).request).toBe(pretty);
  });

  it("signs with another key, by option or environment", async () => {
    using folder = testFolder();
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const file = join(folder.path, "own.pem");
    writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }));
    const byOption = await signed(request, "--key", file);
    expect(isSignedBy(request, byOption.signature, [publicKey])).toBe(true);
    const byEnvironment = await run(["sign"], { input: request, env: { PAYMENT_SANDBOX_PRIVATE_KEY_FILE: file } });
    expect(JSON.parse(byEnvironment.stdout)).toEqual(byOption);
  });

  const expected = "expected the parameters of a call as a JSON object";
  it.each([
    ["nothing", "", `stdin:1:1: there is no request, ${expected}`],
    ["blanks", " \n", `stdin:1:1: there is no request, ${expected}`],
    ["a bare word", "merchantId", `stdin:1:1: not valid JSON, ${expected}`],
    [
      "an unquoted value",
      '{\n  "merchantId": 3,\n  "merchantReference": A-1\n}',
      `stdin:3:24: not valid JSON, ${expected}`,
    ],
    ["a comma too many", '{"merchantId":3,}', `stdin:1:17: not valid JSON, ${expected}`],
    ["half a request", '{"merchantId":3,\n', `stdin:1:17: not valid JSON, ${expected}`],
    ["two requests", "{} {}", `stdin:1:4: not valid JSON, ${expected}`],
    ["a list", '[{"merchantId":3}]', `stdin:1:1: a list, ${expected}`],
    ["a number", "3", `stdin:1:1: a number, ${expected}`],
    ["a text that is none", '"hello"', `stdin:1:1: a text that holds no JSON object, ${expected}`],
    [
      "an envelope of none",
      '{"request":"[]"}',
      `stdin:1:1: an envelope whose request holds no JSON object, ${expected}`,
    ],
  ])("refuses %s, and says where it is wrong", async (_, input, line) => {
    expect(await run(["sign"], { input })).toEqual({ exitCode: 2, stdout: "", stderr: `${line}\n` });
  });

  it("refuses what is not UTF-8, and more than the service takes", async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe9]), Buffer.from('"}')]);
    expect(await run(["sign"], { input: bytes })).toMatchObject({
      exitCode: 2,
      stderr: `stdin:1:7: byte 0xE9 is not UTF-8, ${expected}\n`,
    });
    const tooMuch = `{"a":"${"x".repeat(2_000_000)}"}`;
    expect(await run(["sign"], { input: tooMuch })).toMatchObject({
      exitCode: 2,
      stderr: `stdin:1:1: more than 1 MB, ${expected}\n`,
    });
  });

  it.each([
    ["is missing", undefined, "there is no such file"],
    ["is none", "hello", "found none"],
    ["is a public one", packageText("fixtures/keys/demo-merchant.public.pem"), "found a public key"],
  ])("says so where the key %s", async (_, text, tail) => {
    using folder = testFolder();
    if (text !== undefined) writeFileSync(join(folder.path, "key.pem"), text);
    const { exitCode, stdout, stderr } = await run(["sign", "--key", "key.pem"], { input: request, cwd: folder.path });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toBe(`payment-sandbox: --key: key.pem: expected an RSA private key (PEM), ${tail}\n`);
  });
});

describe("keys --private", () => {
  it("prints the demo merchant's private key, and nothing else", async () => {
    const { exitCode, stdout, stderr } = await run(["keys", "--private"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toBe(packageText("fixtures/keys/demo-merchant.private.pem"));
  });

  it("goes with no other option: the key is the same everywhere", async () => {
    const { exitCode, stderr } = await run(["keys", "--private", "--json"]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--json") });
  });
});

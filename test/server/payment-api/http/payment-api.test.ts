import { describe, expect, it } from "vitest";
import { requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

// However a call is written, it has the same answer. test/tools/library/in-process.test.ts shows it without a socket.

const sandbox = ofFile(await startTestSandbox());
const world = await sandbox.lane();
const client = world.client;

const ways = [
  ["plain", "tokenization/sale"],
  ["with a slash at its end", "tokenization/sale/"],
  ["with a query", "tokenization/sale?from=a-proxy"],
] as const;

describe.each(ways)("a call %s", (_, path) => {
  it("is answered with its headers", async () => {
    const { http, headers, text } = await client(path, requests.sale());
    expect([http, headers.get("Content-Type"), headers.get("X-Sandbox-Lane")]).toEqual([
      200,
      "application/json",
      world.lane.name,
    ]);
    expect(headers.get("Content-Length")).toBe(String(Buffer.byteLength(text)));
  });

  it("takes the outcome that its header names", async () => {
    const { body } = await client(path, requests.sale(), { headers: { "X-Sandbox-Outcome": "maintenance" } });
    expect(body.responseCode).toBe("9002");
  });

  it.each([
    ["text/plain", 415, '{"responseCode":"1415","message":"wrong content type: use application/json"}'],
    ["application/jsonx", 415, undefined],
    ["application/json;charset=utf-8", 200, undefined],
    ["application/json ; charset=utf-8", 200, undefined],
    ["Application/JSON", 200, undefined],
  ])("of the type %s answers %d", async (type, http, text) => {
    const answered = await client(path, requests.sale(), { headers: { "Content-Type": type } });
    expect(answered.http).toBe(http);
    if (text !== undefined) expect(answered.text).toBe(text);
    expect(answered.headers.get("Content-Type")).toBe("application/json");
  });

  it("by another method is told which one there is", async () => {
    const answered = await client(path, {}, { method: "PUT" });
    expect([answered.http, answered.headers.get("Allow"), answered.headers.get("Content-Type")]).toEqual([
      405,
      "POST",
      "application/json",
    ]);
    expect(answered.body).toEqual({ responseCode: "1405", message: "method not allowed: use POST" });
  });

  it("with a fault looks so", async () => {
    const lane = await sandbox.lane();
    await control(lane.url, "POST", "next", { fault: "wrong-content-type", placed: "after-commit" });
    const answered = await lane.client(path, requests.sale());
    expect([answered.http, answered.headers.get("Content-Type"), answered.body.responseCode]).toEqual([
      200,
      "text/html",
      "0000",
    ]);
  });
});

it("without debug headers an answer has none of them", async () => {
  await using bare = await startTestSandbox({ debugHeaders: false });
  for (const [, path] of ways) {
    const { headers, http } = await bare.client(path, requests.sale());
    expect([http, [...headers.keys()].filter((name) => name.startsWith("x-sandbox"))]).toEqual([200, []]);
  }
});

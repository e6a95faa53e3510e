import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ScenarioReader } from "../../src/server/scenarios-apart/scenario-reader.js";
import { startTestSandbox, testFolder } from "../support/sandbox.js";

const rules = (count: number, reason = "a*b") =>
  Array.from({ length: count }, () => ({ when: { reason }, then: { outcome: "approve" } }));
const json = (count: number, reason?: string) => JSON.stringify({ name: "large", rules: rules(count, reason) });

/** A reader whose thread runs this code. */
function readerBy(code: string, options: { readonly readMaxMs?: number } = {}) {
  const folder = testFolder();
  const file = join(folder.path, "worker.mjs");
  writeFileSync(file, `import { parentPort } from "node:worker_threads";\nparentPort.on("message", ${code});`);
  const reader = new ScenarioReader({ file, ...options });
  onTestFinished(async () => {
    await reader.close();
    folder[Symbol.dispose]();
  });
  return reader;
}

const small = { text: "name: small", isYaml: true };
const answersAtOnce = "({ text }) => parentPort.postMessage({ scenario: text })";

describe("a large document", () => {
  it("that takes too long is refused", async () => {
    const reader = readerBy("() => {}", { readMaxMs: 1 });
    expect(await reader.read(small)).toMatchObject({ status: 400, refusal: { code: "too-large" } });
  });

  it("that ends its thread is refused, and another thread reads the next one", async () => {
    const reader = readerBy(`(sent) => (sent.text === "" ? process.exit() : (${answersAtOnce})(sent))`);
    expect(await reader.read({ text: "", isYaml: true })).toMatchObject({ status: 400 });
    expect(await reader.read(small)).toEqual({ scenario: small.text });
  });

  it("is refused while eight are being read", async () => {
    const reader = readerBy(answersAtOnce);
    const all = await Promise.all(Array.from({ length: 9 }, () => reader.read(small)));
    expect(all.slice(0, 8).every((one) => "scenario" in one)).toBe(true);
    expect(all[8]).toMatchObject({ status: 503, refusal: { code: "busy" } });
  });
});

describe("PUT scenario", () => {
  it("takes a large document, and answers as for a small one", async () => {
    await using sandbox = await startTestSandbox();
    const { http, body } = await sandbox.control("PUT", "scenario", JSON.parse(json(1_000)));
    expect({ http, rules: body.rules.length }).toEqual({ http: 200, rules: 1_000 });
  });

  it("refuses more regexes than a lane may hold, also one after another", async () => {
    await using sandbox = await startTestSandbox();
    expect((await sandbox.control("PUT", "scenario", JSON.parse(json(501, "/a.*b/")))).body).toMatchObject({
      code: "too-large",
    });
    expect((await sandbox.control("PUT", "scenario", JSON.parse(json(500, "/a.*b/")))).http).toBe(200);
    const [rule] = rules(1, "/a.*b/");
    expect((await sandbox.control("POST", "rules", rule)).http).toBe(409);
    expect((await sandbox.control("POST", "rules", rules(1)[0])).http).toBe(201);
  });
});

it.each([
  ["rules", { then: {}, ...Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`k${i}`, 1])) }],
  ["verify", { expect: Array.from({ length: 3_000 }, () => 1) }],
  ["verify", { expect: Array.from({ length: 600 }, () => ({ calls: { reason: "/a.*b/", count: 1 } })) }],
  ["rules", { when: { reason: `/${"a{1000}".repeat(10)}/` }, then: { outcome: "approve" } }],
])("POST %s with more than anyone needs is refused before it is checked", async (path, body) => {
  await using sandbox = await startTestSandbox();
  expect((await sandbox.control("POST", path, body)).http).toBe(400);
});

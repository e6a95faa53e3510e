import { describe, expect, it } from "vitest";
import { startTestSandbox } from "../../../support/sandbox.js";

const rules = (count: number, reason = "a*b") =>
  Array.from({ length: count }, () => ({ when: { reason }, then: { outcome: "approve" } }));
const json = (count: number, reason?: string) => JSON.stringify({ name: "large", rules: rules(count, reason) });

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

import { beforeEach, describe, expect, it, vi } from "vitest";

// A module of its own for each test: once loaded, the engine stays.
let pattern: typeof import("../../../../src/core/scenario/values/pattern.js");
beforeEach(async () => {
  vi.resetModules();
  pattern = await import("../../../../src/core/scenario/values/pattern.js");
});

describe("the regex engine is there", () => {
  it.each<[string, unknown]>([
    ["a text", "/a/"],
    ["a member of an object", { rules: [{ when: { userId: "/a/" } }] }],
    ["JSON", '{"userId":"/a/"}'],
    ["JSON that escapes slashes", String.raw`{"userId":"\/a\/"}`],
    ["JSON that spells slashes by their codes", String.raw`{"userId":"\u002fa\u002F"}`],
    ["YAML", "userId: /a/"],
    ["YAML that spells a slash by its code", String.raw`userId: "\x2Fa/"`],
    ["YAML that folds it over lines", 'userId: "/a\n  b/"'],
  ])("where one is in %s", async (_where, value) => {
    await pattern.loadRegexesFor(value);
    expect(pattern.patternProblem("/a/")).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ["paths", 'operation: hosted-checkout/refund\noperation: "*/void"'],
    ["two slashes alone", "//"],
    ["nothing", {}],
  ])("not where there are %s", async (_where, value) => {
    await pattern.loadRegexesFor(value);
    expect(() => pattern.patternProblem("/a/")).toThrow("expected loadRegexesFor to have been awaited");
  });
});

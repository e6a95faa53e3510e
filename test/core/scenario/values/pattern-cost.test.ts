import { describe, expect, it } from "vitest";
import { loadRegexesFor, patternProblem } from "../../../../src/core/scenario/values/pattern.js";
import {
  patternCost,
  patternsCost,
  patternsCostMax,
  patternsProblem,
  regexCostMax,
} from "../../../../src/core/scenario/values/pattern-cost.js";

describe("the cost of a regex", () => {
  it.each([
    ["a text that is none", "PAID-*", 0],
    ["a short one", "/a.*b/", 40],
    ["a counted repetition", "/a{1000}/", 1003],
    ["one in another", "/(a{1,30}){1,30}/", 994],
    ["many of them", `/${"a{1000}".repeat(20)}/`, 20_021],
    ["classes of Unicode", `/${"\\pL".repeat(100)}/`, 2_002],
    ["an escaped brace", "/a\\{1000\\}/", 40],
    ["a class with a brace", "/[{]1000}/", 40],
    ["groups that do not end", `/${"(".repeat(100)}/`, 102],
  ])("%s", (_, pattern, cost) => {
    expect(Math.round(patternCost(pattern))).toBe(cost);
  });

  it("is summed over a document, and too much for many", () => {
    const rules = (count: number) => Array.from({ length: count }, () => ({ when: { reason: "/a.*b/" } }));
    expect(patternsProblem(patternsCost(rules(500)))).toBeUndefined();
    expect(patternsProblem(patternsCost(rules(501)))).toContain("at most 500 short ones");
    expect(patternsCost(rules(1_000_000))).toBeLessThan(patternsCostMax + 100);
  });
});

it("a regex that would take long to compile is refused before", async () => {
  await loadRegexesFor("/a{9}/");
  expect(patternProblem(`/${"a{1000}".repeat(20)}/`)).toBe(`it is too large: at most ${regexCostMax} instructions`);
  expect(patternProblem("/^(?:ORD|INV)-[0-9]{4,8}$/")).toBeUndefined();
});

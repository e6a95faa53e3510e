import { describe, expect, it } from "vitest";
import { readScenario } from "../../../../src/core/scenario/document/document.js";
import { findings } from "../../../../src/core/scenario/document/lint.js";
import { type Scenario, scenarioSchema } from "../../../../src/core/scenario/rule/rule.js";
import { loadRegexesFor } from "../../../../src/core/scenario/values/pattern.js";
import { growth, LINEAR_AT_MOST } from "../../../support/growth.js";

const listOf = <T>(n: number, one: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => one(i));
const rule = (i: number, when: object = { merchantReference: `A-${i}` }) => ({
  name: `rule ${i}`,
  when: { operation: "hosted-checkout/create", ...when },
  then: { outcome: "do-not-honour" },
});
const prepared = new Map<string, Scenario>();
const lint = (name: string, scenario: (n: number) => object) => (n: number) => {
  const key = `${name} ${n}`;
  const parsed = prepared.get(key) ?? scenarioSchema.parse({ name, ...scenario(n) });
  prepared.set(key, parsed);
  return findings(parsed);
};

describe("reading takes as long as the text is, not its square", () => {
  it.each<[string, number, (n: number) => unknown]>([
    ["a line of texts that begin with a slash", 4000, (n) => loadRegexesFor(" /a".repeat(n))],
    ["unknown members", 1000, (n) => readScenario(`name: x\n${listOf(n, (i) => `k${i}: 1`).join("\n")}`, "f")],
    ["members of a flow map", 1000, (n) => readScenario(`{name: x, ${listOf(n, (i) => `k${i}: 1`).join()}}`, "f")],
    ["a member that stands often", 1000, (n) => readScenario("name: x\n".repeat(n), "f")],
    ["rules that are valid", 600, (n) => readScenario(JSON.stringify({ name: "x", rules: listOf(n, rule) }), "f")],
    ["rules that are wrong", 200, (n) => readScenario(JSON.stringify({ name: "x", rules: listOf(n, () => 1) }), "f")],
  ])("of %s", async (_what, n, read) => expect(await growth(n, read)).toBeLessThan(LINEAR_AT_MOST));

  it.each<[string, number, (n: number) => object]>([
    ["rules", 600, (n) => ({ rules: listOf(n, (i) => rule(i)) })],
    ["rules with stars", 600, (n) => ({ rules: listOf(n, (i) => rule(i, { merchantReference: `A-${i}-*` })) })],
    ["rules for ranges", 600, (n) => ({ rules: listOf(n, (i) => rule(i, { amount: { gt: n - i } })) })],
    [
      "expectations of rules that are not there",
      100,
      (n) => ({
        rules: listOf(10 * n, (i) => rule(i)),
        expect: listOf(n, (i) => ({ rule: { name: `other ${i}`, fired: 1 } })),
      }),
    ],
  ])("for findings about %s", async (what, n, scenario) => {
    expect(await growth(n, lint(what, scenario))).toBeLessThan(LINEAR_AT_MOST);
  });
});

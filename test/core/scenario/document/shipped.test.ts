import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatProblem, readScenario } from "../../../../src/core/scenario/document/document.js";
import type { Scenario } from "../../../../src/core/scenario/rule/rule.js";
import { outcomeNames, outcomeOf } from "../../../../src/core/scenario/values/outcomes.js";

const folder = new URL("../../../../scenarios/", import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith(".scenario.yaml"));
const stories = files.filter((file) => file !== "magic.scenario.yaml");

function read(file: string): Scenario {
  const found = readScenario(readFileSync(new URL(file, folder), "utf8"), file);
  expect("problems" in found ? found.problems.map(formatProblem) : found.warnings.map(formatProblem)).toEqual([]);
  return (found as { scenario: Scenario }).scenario;
}

describe("the catalogue", () => {
  it("holds at least 25 stories", () => expect(stories.length).toBeGreaterThanOrEqual(25));

  it.each(files)("%s has neither problems nor warnings, and its file's name", (file) => {
    expect(read(file).name).toBe(file.replace(".scenario.yaml", ""));
  });

  it.each(stories)("%s says what a right shop does, and expects something", (file) => {
    const { description, expect: clauses } = read(file);
    expect(description).toContain("A right shop");
    expect(clauses.length).toBeGreaterThan(0);
  });

  it.each(stories)("%s has a seed where it leaves something to chance", (file) => {
    const { seed, rules } = read(file);
    const isChancy = rules.some(
      ({ chance, then }) => chance !== undefined || (then.delay && typeof then.delay === "object"),
    );
    expect(seed !== undefined || !isChancy).toBe(true);
  });
});

describe("magic amounts", () => {
  const amounts = new Map(read("magic.scenario.yaml").rules.map(({ when, then }) => [then.outcome, when?.amount]));

  it("are one for each outcome", () => {
    expect([...amounts.keys()].sort()).toEqual([...outcomeNames].sort());
    expect(new Set(amounts.values()).size).toBe(outcomeNames.length);
  });

  it.each(outcomeNames.filter((name) => name !== "approve"))("%s carries its response code", (name) => {
    expect(amounts.get(name)).toBe(9_000_000 + Number(outcomeOf(name)?.code));
  });

  it("lie above 9,000,000.00 and can be asked for", () => {
    for (const amount of amounts.values()) {
      expect(amount).toBeGreaterThan(9_000_000);
      expect(amount).toBeLessThanOrEqual(9_999_999.99);
    }
  });
});

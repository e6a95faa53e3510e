import { describe, expect, it } from "vitest";
import { kindOf, smallestCover, type Table } from "../../../bench/judge-order/cover.js";
import { packageText } from "../../../src/package/files.js";
import { detectives } from "../../../src/tools/judge/mutants/detectives.js";

const table: Table = JSON.parse(packageText("bench/judge-order/table.json"));

describe("the mutants that run first", () => {
  it("are the smallest set that finds each wrong shop of the table (npm run judge-order)", () => {
    expect(detectives).toEqual(smallestCover(table));
  });

  it("leave no shop of the table out", () => {
    const missed = Object.entries(table).filter(([, kinds]) => !kinds.some((kind) => detectives.includes(kind)));
    expect(missed.map(([shop]) => shop)).toEqual([]);
  });

  it.each<[string, Table, string[]]>([
    ["one kind for all", { a: ["x", "y"], b: ["y", "z"] }, ["y"]],
    [
      "two instead of greedy's three",
      { a: ["big", "l"], b: ["big", "l"], c: ["big", "r"], d: ["big", "r"], e: ["l"], f: ["r"] },
      ["l", "r"],
    ],
    [
      "the plain one of two that find the same",
      { a: ["sale decline/lost-card", "sale decline/do-not-honour"] },
      ["sale decline/do-not-honour"],
    ],
    ["the one that finds more first", { a: ["x"], b: ["y"], c: ["y"] }, ["y", "x"]],
  ])("a set of kinds: %s", (_, given, expected) => {
    expect(smallestCover(given)).toEqual(expected);
  });

  it("a kind is a mutant without the number of its call", () => {
    expect(kindOf("lane2.sale#12/decline/do-not-honour")).toBe("sale decline/do-not-honour");
  });
});

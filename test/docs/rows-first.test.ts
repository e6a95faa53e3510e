import { expect, it } from "vitest";
import { withRowsFirst } from "../../src/package/docs-search/rows-first.js";

const HEAD = ["The rule.", "", "| written by | text |", "| --- | --- |"];
const row = (name: string): string => `| ${name} | text |`;
const NAMES = ["most", "Ada", "Perl", "Python's json", "R", "Python", "Lua", "Go", "Decimal of Python"];

it("puts the rows of a long table that have the words first, those with rare words before all", () => {
  const lines = [...HEAD, ...NAMES.map(row), "", "After."];
  const sorted = ["Decimal of Python", "Python's json", "Python", "most", "Ada", "Perl", "R", "Lua", "Go"];
  expect(withRowsFirst(lines, "text decimal in python")).toEqual([...HEAD, ...sorted.map(row), "", "After."]);
});

it("leaves a short table, and one whose rows have none of the words", () => {
  const short = [...HEAD, ...NAMES.slice(0, 4).map(row)];
  expect(withRowsFirst(short, "python")).toEqual(short);
  const long = [...HEAD, ...NAMES.map(row)];
  expect(withRowsFirst(long, "quokka")).toEqual(long);
});

it("sorts each long table", () => {
  const table = ["| a | b |", "|---|---|", ...NAMES.map(row)];
  const sorted = withRowsFirst([...table, "", ...table], "lua");
  expect(sorted.map((line, i) => (line === row("Lua") ? i : -1)).filter((i) => i >= 0)).toEqual([2, 14]);
});

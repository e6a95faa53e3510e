import { expect, it } from "vitest";
import { plainJson } from "../../../src/scenario/document/plain-json.js";

it("tells where the elements of each list of the whole begin, and of no other", () => {
  const text = `{"name": "x", "rules": [
    {"name": "a, {b}", "when": {"list": [1, 2], "amount": {"gt": 1}}},
    {"name": "c"}, [3], "d\\" , e", 5
  ], "none": [], "deep": {"rules": [7, 8]}, "expect": [{}]}`;
  const read = plainJson(text);
  const begins = [...(read?.elements ?? [])].map(([member, at]) => [member, at.map((n) => text.slice(n, n + 4))]);
  expect(begins).toEqual([
    ["rules", ['{"na', '{"na', "[3],", '"d\\"', "5\n  "]],
    ["expect", ["{}]}"]],
  ]);
  expect(read?.value).toEqual(JSON.parse(text));
});

it.each([
  ["a list", "[1]"],
  ["no JSON", "{name: x}"],
  ["a key that stands twice", '{"a": 1, "a": 2}'],
  ["a key that stands twice within", '{"a": {"b": 1, "b": 2}}'],
  ["a key with an escape", String.raw`{"\u0061": 1}`],
  ["a nesting of 51", `{"a": ${"[".repeat(50)}${"]".repeat(50)}}`],
])("leaves %s to the reader of YAML", (_what, text) => expect(plainJson(text)).toBeUndefined());

it.each([
  ["the same key in two objects", '{"a": {"b": 1}, "c": {"b": 1}}'],
  ["a key that is a value, too", '{"a": "a", "b": "a"}'],
  ["a value with an escape", String.raw`{"a": "\u0061"}`],
  ["a nesting of 50", `{"a": ${"[".repeat(49)}${"]".repeat(49)}}`],
])("reads %s", (_what, text) => expect(plainJson(text)?.value).toEqual(JSON.parse(text)));

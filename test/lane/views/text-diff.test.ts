import { expect, it } from "vitest";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import type { Lane } from "../../../src/lane/lane.js";
import { textDifferences } from "../../../src/lane/views/history/text-diff.js";
import { judgedOf, keepJudged } from "../../../src/lane/views/judged.js";
import { tokenJson } from "../../../src/lane/views/token-json.js";
import { storedToken } from "../../support/orders.js";

it.each<[string, string, string, readonly (readonly [string, string | undefined, string | undefined])[]]>([
  ["nothing", "1", "1", []],
  ["the whole", "1", "2", [["", "1", "2"]]],
  ["nothing but spaces", '{"a":[1,2]}', '{ "a": [1, 2] }', []],
  ["a text that is no JSON", "x", "y", [["", "x", "y"]]],
  [
    "a text that is too deep",
    `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    "1",
    [["", expect.stringContaining("[[["), "1"]],
  ],
  ["a member", '{"a":{"b":1}}', '{"a":{"b":2}}', [["a.b", "1", "2"]]],
  ["an entry of a list", '{"a":[1,{"b":null}]}', '{"a":[1,{"b":0}]}', [["a[1].b", "null", "0"]]],
  ["an entry of the whole", "[1,2]", "[1,3]", [["[1]", "2", "3"]]],
  [
    "what is empty",
    '{"a":[],"b":{}}',
    '{"a":{},"b":[]}',
    [
      ["a", "[]", "{}"],
      ["b", "{}", "[]"],
    ],
  ],
  [
    "a list against a member",
    '{"a":[1]}',
    '{"a":1}',
    [
      ["a[0]", "1", undefined],
      ["a", undefined, "1"],
    ],
  ],
  [
    "what is there alone, behind what is here",
    '{"b":1}',
    '{"c":2,"b":1,"a":3}',
    [
      ["c", undefined, "2"],
      ["a", undefined, "3"],
    ],
  ],
])("two texts differ by %s", (_, here, there, expected) => {
  expect(textDifferences(here, there).map((one) => [one.path, one.here, one.there])).toEqual(expected);
});

it("a judge's findings are kept beside their lane", () => {
  const [lane, other] = [{}, {}] as Lane[];
  const judged = { mutant: "m", orders: [] };
  keepJudged(lane!, judged);
  expect([judgedOf(lane!), judgedOf(other!)]).toEqual([judged, undefined]);
});

it("a stored card is told masked, with its brands", () => {
  expect(tokenJson(storedToken(), defaultPolicy)).toEqual({
    ...{ maskedPan: "4705********8101", userId: "user1", tokenId: 351, expiryDate: "203012" },
    ...{ cardBrand: "VISA", cardSubBrand: "VISA_CREDIT" },
  });
});

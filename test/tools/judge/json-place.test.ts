import { expect, it } from "vitest";
import { jsonFault } from "../../../src/tools/judge/schema/json-place.js";

it.each([
  ["{}", undefined],
  ['{"a": [1, null]}', undefined],
  ["", "1:1"],
  ["soon", "1:1"],
  ['{"a": 1,\n  b: 2}', "2:3"],
  ['{"a": 1', "1:8"],
  ['{"a": "text', "1:12"],
  ['{"a": 1}\n{', "2:1"],
  ['{"a": 12x}', "1:9"],
  [`{"a": 1,\n"b": [${"1,".repeat(100_000)}oops]}`, "2:200007"],
])("the fault in %.20s stands at %s", (text, place) => {
  expect(jsonFault(text)).toBe(place);
});

import { expect, it } from "vitest";
import { plural } from "../../../../src/core/scenario/values/plural.js";

it.each([
  [0, "0 calls"],
  [1, "1 call"],
  [2, "2 calls"],
  [11, "11 calls"],
  ["1", "1 call"],
  ["at least 1", "at least 1 call"],
  ["at most 1", "at most 1 call"],
  ["at least 11", "at least 11 calls"],
  ["0 to 1", "0 to 1 calls"],
  ["2 to 3", "2 to 3 calls"],
])("%j is %s", (count, text) => expect(plural(count, "call")).toBe(text));

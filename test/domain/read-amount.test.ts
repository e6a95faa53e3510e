import { expect, it } from "vitest";
import { readUnitAmount } from "../../src/domain/read-amount.js";

it.each([
  ["0.014", 1],
  ["0.015", 2],
  ["0.0149999", 1],
  [2.675, 268],
  ["1.999", 200],
  ["7", 700],
  [0, 0],
  [1e-7, 0],
])("a unit amount of %s is rounded half up to %d", (value, minor) => {
  expect(readUnitAmount(value)).toBe(minor);
});

it.each([
  ["-1", "expected a number of at least 0"],
  [Number.NaN, "expected a number of at least 0"],
  [Number.POSITIVE_INFINITY, "expected a number of at least 0"],
  ["1e3", "expected a number of at least 0"],
  ["99999999999999", "expected at most 9999999.99"],
])("a unit amount of %s is refused", (value, why) => {
  expect(readUnitAmount(value)).toBe(why);
});

import { expect, it } from "vitest";
import { numbersWithin } from "../../src/domain/card-limits.js";
import { brandOf, luhn } from "../../src/facts/card-number.js";

it("a wide range holds a valid number of each brand, between its ends", () => {
  const numbers = numbersWithin({ binStart: "200000", binEnd: "699999" });
  expect(numbers.map((number) => [number.slice(0, 6), brandOf(number), luhn(number)])).toEqual([
    ["200000", undefined, true],
    ["222100", "MASTER", true],
    ["400000", "VISA", true],
    ["510000", "MASTER", true],
    ["620000", "UNIONPAY", true],
    ["699999", undefined, true],
  ]);
});

it("a narrow range holds its ends alone", () => {
  expect(numbersWithin({ binStart: "4111", binEnd: "4112" }).map((number) => number.slice(0, 4))).toEqual([
    "4111",
    "4112",
  ]);
});

import { expect, it } from "vitest";
import { numberFault, numbersWithin } from "../../../src/core/domain/card-limits.js";
import { brandOf, cardBrands, luhn } from "../../../src/core/facts/card-number.js";
import { pageTable } from "../../support/page-table.js";

const faults = { number: "refused: no such number", brand: "refused: no brand that the service takes" } as const;
const cardNumbers = pageTable("docs/amounts-and-times.md", "| number | the hosted page |");

it.each(cardNumbers)("the number %s is as the page says: %s", (number, answer) => {
  const fault = numberFault(number!, {}, cardBrands);
  expect((fault && faults[fault as keyof typeof faults]) ?? brandOf(number!)).toBe(answer);
});

it("a UnionPay number that begins with 81 pays where only UNIONPAY is allowed", () => {
  expect(numberFault("8171999927660000", { allowedCardType: "UNIONPAY" }, ["UNIONPAY"])).toBe(undefined);
});

it.each([
  ["VISA", [13, 16, 19]],
  ["MASTER", [16]],
  ["UNIONPAY", [16, 17, 18, 19]],
] as const)("numbers of %s have %j digits", (brand, lengths) => {
  const start = { VISA: "4", MASTER: "51", UNIONPAY: "62" }[brand];
  const found = Array.from({ length: 20 }, (_, i) => i + 10).filter((length) => {
    const body = start.padEnd(length - 1, "0");
    const number = [..."0123456789"].map((digit) => body + digit).find(luhn)!;
    return numberFault(number, {}, cardBrands) === undefined;
  });
  expect(found).toEqual(lengths);
});

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

import { describe, expect, it } from "vitest";
import {
  canBeTold,
  difference,
  earliest,
  formatAmount,
  formatInstant,
  instant,
  lastInstant,
  later,
  latest,
  minorUnits,
  minorUnitsOf,
  negated,
  spellInstant,
} from "../../../src/core/domain/money.js";

describe("the minor units of a decimal", () => {
  it.each([
    [0, 0],
    [50, 5000],
    [0.29, 29],
    [1.1, 110],
    [4.35, 435],
    [-0.01, -1],
    [-0, 0],
    ["50.00", 5000],
    ["90071992547409.91", Number.MAX_SAFE_INTEGER],
    ["50.1", 5010],
    ["50.1200", 5012],
    ["-9999999.99", -999_999_999],
    ["-0.00", 0],
    ["0090", 9000],
  ])("%o: %i", (decimal, minor) => {
    expect(minorUnitsOf(decimal)).toBe(minor);
  });

  it.each([
    0.001,
    33.333333333333336,
    0.1 + 0.2,
    1e-7,
    1e15,
    1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    "50.001",
    "90071992547409.92",
    "9".repeat(1000),
    "1e3",
    "1,000.00",
    "+1",
    ".5",
    "5.",
    " 5",
    "",
  ])("%o is no amount", (decimal) => {
    expect(minorUnitsOf(decimal)).toBeUndefined();
  });
});

it("tells instants, amounts and plain numbers apart, for the compiler alone", () => {
  const [at, amount] = [instant(1), minorUnits(1)];
  // @ts-expect-error A plain number is no instant.
  formatInstant(1);
  // @ts-expect-error An amount is no instant.
  formatInstant(amount);
  // @ts-expect-error A sum of instants is no instant.
  formatInstant(at + at);
  // @ts-expect-error A plain number is no amount.
  formatAmount(1);
  // @ts-expect-error An instant is no amount.
  formatAmount(at);
  expect([at, amount]).toEqual([1, 1]);
});

it.each([
  ["0000-01-01T00:00:00.000Z", 0, true],
  ["0000-01-01T00:00:00.000Z", -1, false],
  ["9999-12-31T23:59:59.999Z", 0, true],
  ["9999-12-31T23:59:59.999Z", 1, false],
  ["no instant", 0, false],
])("%s and %i ms can be told: %s", (text, ms, can) => expect(canBeTold(instant(Date.parse(text) + ms))).toBe(can));

describe("an instant", () => {
  const at = (text: string) => instant(Date.parse(text));

  it.each([
    ["2026-01-05T02:03:04.005Z", "2026-01-05T02:03:04.005+00:00"],
    ["2026-01-05T02:03:59.999Z", "2026-01-05T02:03:59.999+00:00"],
    ["2026-01-05T02:04:00.000Z", "2026-01-05T02:04:00.000+00:00"],
    ["1969-12-31T23:59:58.007Z", "1969-12-31T23:59:58.007+00:00"],
    ["0000-01-01T00:00:00.000Z", "0000-01-01T00:00:00.000+00:00"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999+00:00"],
  ])("%s is told as %s, once more too", (text, expected) => {
    expect([formatInstant(at(text)), formatInstant(at(text))]).toEqual([expected, expected]);
  });

  it("beyond the last one is told as the last", () => {
    expect(formatInstant(instant(lastInstant + 5))).toBe("9999-12-31T23:59:59.999+00:00");
    expect([later(lastInstant, 1), later(instant(3), 4)]).toEqual([lastInstant, 7]);
  });

  it.each([
    ["colon", "2026-01-05T20:03:04.005+00:00"],
    ["no-colon", "2026-01-05T20:03:04.005+0000"],
    ["hong-kong", "2026-01-06T04:03:04.005+08:00"],
  ] as const)("is spelt as was chosen: %s", (choice, expected) => {
    expect(spellInstant(at("2026-01-05T20:03:04.005Z"), choice)).toBe(expected);
  });

  it("comes before or after others", () => {
    const all = [instant(5), instant(2), instant(9)];
    expect([earliest(...all), latest(...all)]).toEqual([2, 9]);
  });
});

it("amounts are told with two decimals, and differ", () => {
  expect([5000, 5, 0, -50].map((minor) => formatAmount(minorUnits(minor)))).toEqual(["50.00", "0.05", "0.00", "-0.50"]);
  expect([difference(minorUnits(5), minorUnits(7)), negated(minorUnits(5))]).toEqual([-2, -5]);
});

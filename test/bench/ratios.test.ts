import { describe, expect, it } from "vitest";
import { quantile, ratioOf } from "../../bench/ratios.js";

/** Sixteen rounds around a ratio, give or take. */
const around = (middle: number, spread: number): readonly number[] =>
  Array.from({ length: 16 }, (_, n) => middle + (n / 15 - 0.5) * 2 * spread);

describe("the verdict on paired ratios", () => {
  it.each([
    ["all far below the base", around(0.9, 0.02), "loss"],
    ["all a little below the base", around(0.98, 0.005), "no loss"],
    ["all as fast as the base", around(1, 0.02), "no loss"],
    ["all far above the base", around(1.1, 0.02), "gain"],
    ["below the base in the middle, and far apart", around(0.96, 0.2), "undecided"],
    ["as the base in the middle, and far apart", around(1, 0.4), "undecided"],
    ["as the base, but for two rounds that were disturbed", [...around(1, 0.01).slice(2), 0.2, 0.3], "no loss"],
  ] as const)("%s", (_, ratios, verdict) => {
    expect(ratioOf(ratios).verdict).toBe(verdict);
  });

  it("is a loss only where the whole interval lies below 0.97", () => {
    const { low, high, verdict } = ratioOf(around(0.965, 0.02));
    expect(low).toBeLessThan(0.97);
    expect(high).toBeGreaterThan(0.97);
    expect(verdict).toBe("undecided");
  });

  it("comes with an interval that holds the median, the same each time", () => {
    const ratio = ratioOf(around(1, 0.1));
    expect(ratio.low).toBeLessThan(ratio.median);
    expect(ratio.high).toBeGreaterThan(ratio.median);
    expect(ratioOf(around(1, 0.1))).toEqual(ratio);
  });
});

describe("a quantile", () => {
  it.each([
    [[3, 1, 2], 0.5, 2],
    [[4, 1, 2, 3], 0.5, 2.5],
    [[10, 20], 0.25, 12.5],
    [[7], 0.975, 7],
  ] as const)("of %j at %d is %d", (values, share, expected) => {
    expect(quantile(values, share)).toBe(expected);
  });
});

import { expect, it } from "vitest";
import { minorUnits } from "../../../../src/core/domain/money.js";
import { bounds, compileAmount, toMinor } from "../../../../src/core/scenario/values/amount.js";
import { amountConditionSchema } from "../../../../src/core/scenario/values/amount-schema.js";

it.each([
  [0, 0],
  [0.29, 29],
  [50.13, 5013],
])("%d is %d minor units", (amount, minor) => expect(toMinor(amount)).toBe(minor));

it("more than two decimals are none", () => {
  expect(() => toMinor(1.001)).toThrow("expected an amount with at most two decimals, found 1.001");
});

it.each([
  [5, 500, 500],
  [{ lt: 5 }, Number.NEGATIVE_INFINITY, 499],
  [{ lte: 5 }, Number.NEGATIVE_INFINITY, 500],
  [{ gt: 5 }, 501, Number.POSITIVE_INFINITY],
  [{ gte: 5 }, 500, Number.POSITIVE_INFINITY],
  [{ gt: 4, gte: 5, lt: 9, lte: 8 }, 500, 800],
  [{ gt: 5, gte: 4, lt: 8, lte: 9 }, 501, 799],
  [{ ne: 5 }, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
])("%j goes from %d to %d", (clause, low, high) => expect(bounds(clause)).toEqual({ low, high }));

it.each([
  [5, [500]],
  [{ gte: 5, lte: 5.01 }, [500, 501]],
  [{ gte: 4.99, lte: 5.01, ne: 5 }, [499, 501]],
  [{ endsWith: ".00" }, [400, 500]],
  [{ endsWith: ".00", gt: 4 }, [500]],
])("%j fits %j of some amounts", (clause, fitting) => {
  const fits = compileAmount(clause);
  expect([400, 499, 500, 501].filter((minor) => fits(minorUnits(minor)))).toEqual(fitting);
});

it.each([
  ["30.00", 30],
  ["30", 30],
  ["0.290", 0.29],
  [
    { gte: "30.00", lt: 50 },
    { gte: 30, lt: 50 },
  ],
])("a condition's amount %j may be a text of digits", (clause, read) =>
  expect(amountConditionSchema.parse(clause)).toEqual(read),
);

it.each(["30,00", "1e2", "", " 30", "0x1F", "30.001", "-1", ["30"], true, { gte: "thirty" }])(
  "%j is no amount of a condition",
  (clause) => expect(amountConditionSchema.safeParse(clause).success).toBe(false),
);

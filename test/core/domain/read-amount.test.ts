import { expect, it } from "vitest";
import { readAmount, readUnitAmount } from "../../../src/core/domain/read-amount.js";
import { defaultPolicy, type Policy } from "../../../src/core/facts/assumptions.js";

it.each([
  ["0.014", 1],
  ["0.015", 2],
  ["0.0149999", 1],
  [2.675, 268],
  ["1.999", 200],
  ["7", 700],
  ["1e3", 100_000],
  ["33.333333333333336", 3333],
  [0, 0],
  [1e-7, 0],
])("a unit amount of %s is rounded half up to %d", (value, minor) => {
  expect(readUnitAmount(value)).toBe(minor);
});

it.each([
  ["-1", "expected a number of at least 0"],
  [Number.NaN, "expected a number, such as 50.00"],
  ["1,234.50", "expected a number, such as 50.00"],
  [Number.POSITIVE_INFINITY, "expected at most 9999999.99"],
  [1e22, "expected at most 9999999.99"],
  ["1e400", "expected at most 9999999.99"],
  ["99999999999999", "expected at most 9999999.99"],
])("a unit amount of %s is refused", (value, why) => {
  expect(readUnitAmount(value)).toBe(why);
});

const TWO = "expected a number with at most two decimals, such as 50.00";
const LARGEST = "expected at most 9999999.99";

it.each([
  [50, 5000],
  ["50", 5000],
  [0.29, 29],
  ["50.1", 5010],
  ["50.100000", 5010],
  [9_999_999.99, 999_999_999],
  ["9999999.99", 999_999_999],
  [10_000_000, LARGEST],
  ["10000000.00", LARGEST],
  [1e14, LARGEST],
  [1e15, LARGEST],
  ["1000000000000000", LARGEST],
  [1e21, LARGEST],
  [1e22, LARGEST],
  ["1e999999999999", LARGEST],
  ["9".repeat(100_000), LARGEST],
  [Number.POSITIVE_INFINITY, LARGEST],
  [Number.NEGATIVE_INFINITY, "expected an amount above 0"],
  [0, "expected an amount above 0"],
  ["0.00", "expected an amount above 0"],
  [50.001, "expected at most two decimals"],
  ["50.001", "expected at most two decimals"],
  [1e-7, "expected at most two decimals"],
  [-1, "expected an amount above 0"],
  ["-1", "expected an amount above 0"],
  ["-0.50", "expected an amount above 0"],
  ["-", TWO],
  ["+1", TWO],
  ["1e3", 100_000],
  ["5E+1", 5000],
  ["0.12345e4", 123_450],
  ["5.0e-2", 5],
  ["1e-7", "expected at most two decimals"],
  ["1e-999999999999", "expected an amount above 0, and a double reads this one as 0"],
  ["1e-400", "expected an amount above 0, and a double reads this one as 0"],
  ["-1e-400", "expected an amount above 0, and a double reads this one as 0"],
  ["0e5", "expected an amount above 0"],
  ["-0", "expected an amount above 0"],
  ["0000050.00", 5000],
  [`50.${"0".repeat(100_000)}`, 5000],
  ["1e", TWO],
  ["100.", TWO],
  [".5", TWO],
  ["1,234.50", TWO],
  ["2469/2", TWO],
  ["", TWO],
  [true, TWO],
  [null, TWO],
  [undefined, TWO],
  [[50], TWO],
  [Number.NaN, TWO],
])("an amount of %o is read as %s", (value, expected) => {
  expect(readAmount(value)).toBe(expected);
});

it.each<[unknown, Partial<Policy>, number | string]>([
  ["50.005", { "amount-precision": "round" }, 5001],
  ["50.004", { "amount-precision": "round" }, 5000],
  ["0.001", { "amount-precision": "round" }, "expected an amount above 0"],
  [10_000_000, { "amount-digits": "nine-before-point" }, 1_000_000_000],
  ["999999999.99", { "amount-digits": "nine-before-point" }, 99_999_999_999],
  [1_000_000_000, { "amount-digits": "nine-before-point" }, "expected at most 999999999.99"],
  // 19.99 and 50 as a double, more than two decimals digit by digit.
  ["19.989999999999998", {}, 1999],
  ["19.989999999999998", { "number-reading": "decimal" }, "expected at most two decimals"],
  ["50.000000000000001", {}, 5000],
  ["50.000000000000001", { "number-reading": "decimal" }, "expected at most two decimals"],
  ["1.9989999999999998E+001", {}, 1999],
  ["50.000000000000000", { "number-reading": "decimal" }, 5000],
  ["9999999.9999999999", {}, LARGEST],
  ["9999999.9999999999", { "number-reading": "decimal" }, "expected at most two decimals"],
])("an amount of %o under %j is read as %s", (value, policy, expected) => {
  expect(readAmount(value, { ...defaultPolicy, ...policy })).toBe(expected);
});

it("no choice is looked at for an amount that every choice takes", () => {
  const looked: string[] = [];
  const policy = new Proxy(defaultPolicy, {
    get: (of, id) => {
      looked.push(String(id));
      return Reflect.get(of, id);
    },
  });
  for (const value of [9_999_999.99, "50.00", 1, "50.0000000000000000000"]) readAmount(value, policy);
  expect(looked).toEqual([]);
  readAmount(10_000_000, policy);
  expect(looked).toEqual(["amount-digits"]);
});

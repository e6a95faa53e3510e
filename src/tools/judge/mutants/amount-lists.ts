import { minorUnitsOf } from "../../../core/domain/money.js";
import type { LaneFacts } from "../observe/facts.js";

/** Amounts that programs get wrong, as texts. A driver may sell for those of PAYMENT_SANDBOX_AMOUNTS, a function for `amounts`. */
export const amountLists = {
  /** As a float, 4.35 times 100 is 434.99999999999994. */
  cents: ["0.07", "1.10", "4.35", "1000000.01"],
  /** As floats, 19.99, 0.29 and 2.30 times 100 are 1998.9999999999998, 28.999999999999996 and 229.99999999999997. */
  thirds: ["19.99", "33.33", "0.29", "2.30"],
  /** As floats, 0.10 and 0.20 add up to 0.30000000000000004, 0.10 and 0.70 to 0.7999999999999999. */
  sums: ["0.10", "0.20", "0.70", "0.40"],
  /** As 32-bit floats, or with six digits, they are other amounts. Some programs print them with an exponent. */
  large: ["1234567.89", "999999.99", "1000000.00", "8999999.99"],
  /** Three pieces for this sum have fractions of a cent in their unit price. */
  units: ["10.00", "0.05", "100.00", "0.01"],
  /** The first two orders have the same amount, so that neither can be found by it. */
  twins: ["8.80", "8.80", "70.00", "0.15"],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type AmountList = keyof typeof amountLists;

/** The amounts of runs that no mutant changes. */
export const USUAL: AmountList = "cents";

/** The amounts of the run with two orders of the same amount. */
export const TWINS = "twins" satisfies AmountList;

/** True if the driver sold for amounts of this list. */
export const soldFor = (lanes: readonly Pick<LaneFacts, "orders">[], list: AmountList): boolean => {
  const amounts: ReadonlySet<number | undefined> = new Set(amountLists[list].map(minorUnitsOf));
  return lanes.some(({ orders }) => orders.some(({ amount }) => amounts.has(amount)));
};

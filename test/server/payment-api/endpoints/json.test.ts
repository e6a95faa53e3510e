import { expect, it } from "vitest";
import { type MinorUnits, minorUnits } from "../../../../src/core/domain/money.js";
import { money } from "../../../../src/server/payment-api/endpoints/project.js";

it.each([
  [0, "0.00"],
  [1, "0.01"],
  [110, "1.10"],
  [999_999_999, "9999999.99"],
])("%d minor units are printed as %s", (minor, printed) => {
  expect(JSON.stringify({ amount: money(minorUnits(minor)) })).toBe(`{"amount":${printed}}`);
});

it("an amount is kept as it was made, until a thousand others came", () => {
  let next = 5_000_000;
  /** How many new amounts go in until this one is forgotten. */
  const forgottenAfter = (kept: MinorUnits): number => {
    const made = money(kept);
    for (let n = 1; n < 5000; n++) {
      money(minorUnits(next++));
      if (money(kept) !== made) return n;
    }
    return Number.POSITIVE_INFINITY;
  };
  // What other tests left there goes first.
  forgottenAfter(minorUnits(next++));
  const kept = minorUnits(next++);
  expect(money(kept)).toBe(money(kept));
  // The amount that made the others go, the one before, and this one are there already.
  expect(forgottenAfter(kept)).toBe(998);
});

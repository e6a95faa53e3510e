import { expect, it } from "vitest";
import { cureOf } from "../../src/judge/schema/verdict-texts.js";

it.each([
  ["refunded-still-paid", "after-commit", /^If the answer to a refund is lost/],
  ["refunded-still-paid", "race", /^An older answer was written over a newer one/],
  ["void-lost", "race", /^An older answer was written over a newer one/],
  ["void-lost", "order", /^An older answer was written over a newer one/],
  ["fulfilled-twice", "race", /^Deliver in the transaction/],
] as const)("the cure of %s in a mutant of the family %s fits its cause", (verdict, family, cure) => {
  expect(cureOf(verdict, family)).toMatch(cure);
});

import { brandOf, type CardBrand, luhn, type TestCard, testCards } from "../../facts/cards.js";
import { isAccepted } from "./card-check.js";
import type { CardLimits } from "./service.js";

/** What a tester may pick from; the outcome is what the sandbox's issuer says to that number. */
export type SampleCard = Pick<TestCard, "name" | "number" | "brand" | "outcome" | "challenge">;

/** The first number of a range, with a check digit: such ranges rarely hold a test card. */
function firstOf(binStart: string): SampleCard | undefined {
  const body = binStart.padEnd(15, "0").slice(0, 15);
  const number = [..."0123456789"].map((digit) => body + digit).find(luhn);
  const brand = number && brandOf(number);
  return brand ? { name: `range-${binStart}`, number, brand, outcome: "approve", challenge: false } : undefined;
}

/** The test cards that the merchant takes; with BIN ranges, one of each range too (of the first three). */
export function sampleCards(limits: CardLimits, brands: readonly CardBrand[]): readonly SampleCard[] {
  const made = (limits.allowedBinRanges ?? []).slice(0, 3).map((range) => firstOf(range.binStart));
  const all = [...testCards, ...made.filter((card) => card !== undefined)];
  const numbers = new Set<string>();
  return all.filter((card) => {
    const isNew = !numbers.has(card.number);
    numbers.add(card.number);
    return isNew && isAccepted(card.number, limits, brands);
  });
}

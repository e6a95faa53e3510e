import { type CardLimits, numbersWithin } from "../../../core/domain/card-limits.js";
import type { Instant } from "../../../core/domain/money.js";
import type { BinRange } from "../../../core/domain/parameters.js";
import { brandOf, type CardBrand } from "../../../core/facts/card-number.js";
import { type TestCard, testCards } from "../../../core/facts/cards.js";
import { fill, type Text } from "../text/index.js";
import { acceptsCard } from "./card-check.js";

/** A card that testers can pick. Its outcome is the sandbox issuer's answer to that number. */
export type SampleCard = Pick<TestCard, "name" | "number" | "brand" | "outcome" | "challenge"> & {
  /** For example VISA_DEBIT. Unknown unless the number is a test card. */
  readonly subBrand?: string;
};

function sampleOf(range: BinRange): SampleCard | undefined {
  const [number] = numbersWithin(range);
  const brand = number && brandOf(number);
  return brand ? { name: `range-${range.binStart}`, number, brand, outcome: "approve", challenge: false } : undefined;
}

/** The test cards that the merchant accepts. If there are BIN ranges, also one card from each of the first three. */
export function sampleCards(limits: CardLimits, brands: readonly CardBrand[]): readonly SampleCard[] {
  const made = (limits.allowedBinRanges ?? []).slice(0, 3).map(sampleOf);
  const all = [...testCards, ...made.filter((card) => card !== undefined)];
  const numbers = new Set<string>();
  return all.filter((card) => {
    const isNew = !numbers.has(card.number);
    numbers.add(card.number);
    return isNew && acceptsCard(card.number, limits, brands);
  });
}

/** Brand and kind, in the shopper's language. */
export function cardKindOf({ brand, subBrand = "" }: SampleCard, t: Text): string {
  const kind = /_(CREDIT|DEBIT)$/.exec(subBrand)?.[1] as keyof Text["panel"]["kinds"] | undefined;
  return kind ? fill(t.panel.kinds[kind], { brand: t.brands[brand] }) : t.brands[brand];
}

/** The outcome of a sample card, in the shopper's language. */
export function resultOf(card: SampleCard, t: Text): string {
  if (card.challenge) return t.panel.challenge;
  return card.outcome === "approve"
    ? t.panel.approve
    : fill(t.panel.declined, { name: t.panel.outcomes[card.outcome] });
}

/** Five years from now, so that every test card is valid. */
export function futureExpiry(now: Instant): string {
  const year = new Date(now).getUTCFullYear() + 5;
  return `12/${String(year % 100).padStart(2, "0")}`;
}

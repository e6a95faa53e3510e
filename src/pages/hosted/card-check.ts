import { type CardLimits, hasExpired, type NumberFault, numberFault } from "../../domain/card-limits.js";
import type { Instant } from "../../domain/money.js";
import type { Policy } from "../../facts/assumptions.js";
import { type CardBrand, cardBrands } from "../../facts/card-number.js";
import type { TypedCard } from "./service.js";

export { acceptedBrands } from "../../domain/card-limits.js";

// The server checks a form by this file, and so does the script in the browser (islands): it names nothing of either.

export const cardFields = ["number", "holder", "expiry", "cvc"] as const;
export type CardField = (typeof cardFields)[number];
type CardFault = NumberFault | "holder" | "expiry" | "month" | "expired" | "cvc";
export type CardFaults = Partial<Record<CardField, CardFault>>;

/** What a card is checked against. */
export interface CardRules {
  readonly limits: CardLimits;
  readonly brands: readonly CardBrand[];
  readonly now: Instant;
  /** What is done with a card without the name of its holder. */
  readonly emptyHolder: Policy["empty-card-holder"];
}

/** What the card form carries for the script: the rules, and the texts of this language. */
export interface CardFormData extends CardRules {
  readonly messages: Readonly<Record<CardFault | "summary" | "email", string>>;
  readonly brandNames: Readonly<Record<CardBrand, string>>;
}

export const allBrands: readonly CardBrand[] = cardBrands;

/** What a shopper typed, without blanks and dashes; Arabic or full-width digits are not read. */
export const cardOf = (typed: Record<CardField, string>): TypedCard => ({
  number: typed.number.replace(/[\s-]/g, ""),
  holder: typed.holder.trim().slice(0, 200),
  expiry: expiryOf(typed.expiry),
  cvc: typed.cvc.trim(),
});

/** MMYY, MM/YYYY and MMYYYY become MM/YY; anything else stays as it is. */
const expiryOf = (typed: string): string => typed.replace(/\s/g, "").replace(/^(\d\d)\/?(?:20)?(\d\d)$/, "$1/$2");

/** 4111 1111 1111 1111 */
export const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, "$1 ");

function expiryFault(expiry: string, now: Instant): CardFault | undefined {
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(expiry) ?? [];
  if (!month || !year) return "expiry";
  if (Number(month) < 1 || Number(month) > 12) return "month";
  return hasExpired(2000 + Number(year), Number(month), now) ? "expired" : undefined;
}

/** What is wrong with each field; an empty record when nothing is. */
export function cardFaults(card: TypedCard, { limits, brands, now, emptyHolder }: CardRules): CardFaults {
  const number = numberFault(card.number, limits, brands);
  // ASSUMED(empty-card-holder): any card with a number, a date and a CVC can be tried.
  const holder = card.holder === "" && emptyHolder === "refuse" ? "holder" : undefined;
  const expiry = expiryFault(card.expiry, now);
  const cvc = /^\d{3,4}$/.test(card.cvc) ? undefined : "cvc";
  return { ...(number && { number }), ...(holder && { holder }), ...(expiry && { expiry }), ...(cvc && { cvc }) };
}

/** Whether a card from a wallet's sheet is one that the merchant takes. */
export const isAccepted = (number: string, limits: CardLimits, brands: readonly CardBrand[]): boolean =>
  numberFault(number, limits, brands) === undefined;

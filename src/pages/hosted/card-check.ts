import type { Instant } from "../../domain/money.js";
import type { Policy } from "../../facts/assumptions.js";
import { brandOf, type CardBrand, luhn } from "../../facts/card-number.js";
import type { BinRange, CardLimits, TypedCard } from "./service.js";

// The server checks a form by this file, and so does the script in the browser (islands): it names nothing of either.

export const cardFields = ["number", "holder", "expiry", "cvc"] as const;
export type CardField = (typeof cardFields)[number];
type CardFault = "number" | "brand" | "bin" | "holder" | "expiry" | "month" | "expired" | "cvc";
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

export const allBrands: readonly CardBrand[] = ["VISA", "MASTER", "UNIONPAY"];

/** BIN ranges are for Visa and Mastercard only (spec 4.1), so UnionPay drops out where there are any. */
export function acceptedBrands(limits: CardLimits, taken: readonly CardBrand[] = allBrands): readonly CardBrand[] {
  const brands = limits.allowedCardType ? [limits.allowedCardType] : taken;
  return limits.allowedBinRanges?.length ? brands.filter((brand) => brand !== "UNIONPAY") : brands;
}

const within = (number: string, { binStart, binEnd }: BinRange): boolean => {
  const bin = number.slice(0, binStart.length);
  return bin >= binStart && bin <= binEnd;
};

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

function numberFault(number: string, limits: CardLimits, brands: readonly CardBrand[]): CardFault | undefined {
  if (!/^\d{12,19}$/.test(number) || !luhn(number)) return "number";
  const brand = brandOf(number);
  if (!brand || !brands.includes(brand)) return "brand";
  const ranges = limits.allowedBinRanges ?? [];
  return ranges.length > 0 && !ranges.some((range) => within(number, range)) ? "bin" : undefined;
}

function expiryFault(expiry: string, now: Instant): CardFault | undefined {
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(expiry) ?? [];
  if (!month || !year) return "expiry";
  if (Number(month) < 1 || Number(month) > 12) return "month";
  // Good until its month ends everywhere: a shopper west of Greenwich still has it when UTC does not.
  return now >= Date.UTC(2000 + Number(year), Number(month), 1, 12) ? "expired" : undefined;
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

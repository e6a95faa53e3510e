import { brandOf, type CardBrand, cardBrands, hasLengthOf, luhn } from "../facts/card-number.js";
import type { PageOptions } from "./checkout-options.js";
import type { Instant } from "./money.js";
import type { BinRange } from "./parameters.js";

// The page's script is built from this file too, so it must not import from Node.

/** Which cards a merchant takes on a page. */
export type CardLimits = Pick<PageOptions, "allowedCardType" | "allowedBinRanges">;

/** Why a page does not take a card number. */
export type NumberFault = "number" | "brand" | "bin";

/** BIN ranges are for Visa and Mastercard only (spec 4.1), so any range rules out UnionPay. */
export function acceptedBrands(limits: CardLimits, taken: readonly CardBrand[] = cardBrands): readonly CardBrand[] {
  const brands = limits.allowedCardType ? [limits.allowedCardType] : taken;
  return limits.allowedBinRanges?.length ? brands.filter((brand) => brand !== "UNIONPAY") : brands;
}

/**
 * The fault of a card number (digits only), or undefined if it is accepted. `brands`: the brands that the limits
 * allow.
 */
export function numberFault(number: string, limits: CardLimits, brands: readonly CardBrand[]): NumberFault | undefined {
  if (!/^\d{12,19}$/.test(number) || !luhn(number)) return "number";
  const brand = brandOf(number);
  if (!brand || !brands.includes(brand)) return "brand";
  if (!hasLengthOf(brand, number)) return "number";
  const ranges = limits.allowedBinRanges ?? [];
  return ranges.length > 0 && !ranges.some((range) => isWithin(number, range)) ? "bin" : undefined;
}

function isWithin(number: string, { binStart, binEnd }: BinRange): boolean {
  const bin = number.slice(0, binStart.length);
  return bin >= binStart && bin <= binEnd;
}

/**
 * A card is valid until its month (1 to 12) has ended in every time zone: west of Greenwich it ends later than in
 * UTC.
 */
export const hasExpired = (year: number, month: number, now: Instant): boolean => now >= Date.UTC(year, month, 1, 12);

/** A card number of each brand within the range, with its check digit. Such ranges rarely contain a test card. */
export function numbersWithin({ binStart, binEnd }: BinRange): readonly string[] {
  const length = binStart.length;
  const starts = [binStart, ...firstDigits.map((digits) => digits.padEnd(length, "0").slice(0, length)), binEnd];
  return starts
    .filter((start) => start >= binStart && start <= binEnd)
    .map((start) => withCheckDigit(start.padEnd(15, "0").slice(0, 15)));
}

/** First digits of each brand's card numbers. */
const firstDigits = ["2221", "4", "51", "62", "81"];

const withCheckDigit = (body: string): string => `${body}${[..."0123456789"].find((digit) => luhn(body + digit))}`;

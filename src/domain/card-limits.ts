import { brandOf, type CardBrand, cardBrands, luhn } from "../facts/card-number.js";
import type { BinRange, PageOptions } from "./checkout-options.js";
import type { Instant } from "./money.js";

// The page's script is built of this file too: it names nothing of Node.

/** Which cards a merchant takes on a page. */
export type CardLimits = Pick<PageOptions, "allowedCardType" | "allowedBinRanges">;

/** Why a page does not take a card number. */
export type NumberFault = "number" | "brand" | "bin";

/** BIN ranges are for Visa and Mastercard only (spec 4.1), so UnionPay drops out where there are any. */
export function acceptedBrands(limits: CardLimits, taken: readonly CardBrand[] = cardBrands): readonly CardBrand[] {
  const brands = limits.allowedCardType ? [limits.allowedCardType] : taken;
  return limits.allowedBinRanges?.length ? brands.filter((brand) => brand !== "UNIONPAY") : brands;
}

/** What is wrong with a number, digits only; undefined where it is taken. `brands`: those that the limits leave. */
export function numberFault(number: string, limits: CardLimits, brands: readonly CardBrand[]): NumberFault | undefined {
  if (!/^\d{12,19}$/.test(number) || !luhn(number)) return "number";
  const brand = brandOf(number);
  if (!brand || !brands.includes(brand)) return "brand";
  const ranges = limits.allowedBinRanges ?? [];
  return ranges.length > 0 && !ranges.some((range) => isWithin(number, range)) ? "bin" : undefined;
}

function isWithin(number: string, { binStart, binEnd }: BinRange): boolean {
  const bin = number.slice(0, binStart.length);
  return bin >= binStart && bin <= binEnd;
}

/** A card is taken until its month (1 to 12) ends everywhere: a shopper west of Greenwich still has it when UTC does not. */
export const hasExpired = (year: number, month: number, now: Instant): boolean => now >= Date.UTC(year, month, 1, 12);

/** A number of each brand that a range holds, with its check digit: such ranges rarely hold a test card. */
export function numbersWithin({ binStart, binEnd }: BinRange): readonly string[] {
  const length = binStart.length;
  const starts = [binStart, ...firstDigits.map((digits) => digits.padEnd(length, "0").slice(0, length)), binEnd];
  return starts
    .filter((start) => start >= binStart && start <= binEnd)
    .map((start) => withCheckDigit(start.padEnd(15, "0").slice(0, 15)));
}

/** Where the numbers of the brands begin. */
const firstDigits = ["2221", "4", "51", "62"];

const withCheckDigit = (body: string): string => `${body}${[..."0123456789"].find((digit) => luhn(body + digit))}`;

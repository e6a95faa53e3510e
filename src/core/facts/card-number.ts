export const cardBrands = ["VISA", "MASTER", "UNIONPAY"] as const;
export type CardBrand = (typeof cardBrands)[number];

/** The numbers that a brand gives out: their first digits, and how long they are. */
// ASSUMED(brand-ranges): the brands' own ranges; which of them the service takes is not published.
const brandRanges: Readonly<Record<CardBrand, { readonly start: RegExp; readonly lengths: readonly number[] }>> = {
  VISA: { start: /^4/, lengths: [13, 16, 19] },
  MASTER: { start: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, lengths: [16] },
  UNIONPAY: { start: /^(62|81)/, lengths: [16, 17, 18, 19] },
};

/** The brand of a card number by its first digits, or undefined if the service takes no such card. */
export const brandOf = (number: string): CardBrand | undefined =>
  cardBrands.find((brand) => brandRanges[brand].start.test(number));

/** Whether a brand gives out numbers of this length. */
export const hasLengthOf = (brand: CardBrand, number: string): boolean =>
  brandRanges[brand].lengths.includes(number.length);

/** Whether the check digit fits (Luhn, ISO/IEC 7812-1). */
export function luhn(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number[number.length - 1 - i]) * (i % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return number.length > 0 && sum % 10 === 0;
}

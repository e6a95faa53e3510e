export const cardBrands = ["VISA", "MASTER", "UNIONPAY"] as const;
export type CardBrand = (typeof cardBrands)[number];

/** The brand of a card number by its first digits, or undefined if the service takes no such card. */
export function brandOf(number: string): CardBrand | undefined {
  if (/^4/.test(number)) return "VISA";
  if (/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/.test(number)) return "MASTER";
  if (/^62/.test(number)) return "UNIONPAY";
  return undefined;
}

/** Whether the check digit fits (Luhn, ISO/IEC 7812-1). */
export function luhn(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number[number.length - 1 - i]) * (i % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return number.length > 0 && sum % 10 === 0;
}

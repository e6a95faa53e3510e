import { grouped } from "../hosted/card-check.js";

// The digits in a card field while the shopper types.

export const digitsOf = (typed: string): string => typed.replace(/\D/g, "");

const NUMBER_DIGITS = 19;
const CVC_DIGITS = 4;

export const typedNumber = (typed: string): string => grouped(digitsOf(typed).slice(0, NUMBER_DIGITS));
export const typedCvc = (typed: string): string => digitsOf(typed).slice(0, CVC_DIGITS);

/** Adds the slash, and a zero before a first digit that can't start a month. Changes a pasted 12/2030 to 12/30. */
export function typedExpiry(typed: string): string {
  const digits = monthFirst(digitsOf(typed).replace(/^(\d\d)20(\d\d)$/, "$1$2")).slice(0, 4);
  if (digits.length > 2) return `${digits.slice(0, 2)}/${digits.slice(2)}`;
  return digits.length === 2 && typed.endsWith("/") ? `${digits}/` : digits;
}

const monthFirst = (digits: string): string => (/^[2-9]/.test(digits) ? `0${digits}` : digits);

/** The caret's position in `text` after its n-th digit. */
export function caretAfter(text: string, digits: number): number {
  let at = 0;
  for (let seen = 0; at < text.length && seen < digits; at++) if (/\d/.test(text.charAt(at))) seen++;
  return at;
}

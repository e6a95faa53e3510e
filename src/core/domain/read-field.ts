import type { Policy } from "../facts/assumptions.js";

// Reads merchants' fields in the same way for calls, scenarios and the control API.

/** A failed read: says what the reader expected. */
export class Expected {
  constructor(readonly what: string) {}
}

/** Reads a text of at least one character. Accepts a number as text. `maxChars` may be Infinity. */
export function readText(value: unknown, maxChars: number, policy?: Policy): string | Expected {
  // ASSUMED(text-numbers): the digits are the text. The wire has put them in the number's place, exactly as written.
  if (typeof value === "number" && policy?.["text-numbers"] === "refuse")
    return new Expected("expected a text, not a number");
  const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== "string") return new Expected("expected a text");
  if (text.length < 1 || charactersOf(text, maxChars, policy) > maxChars) return new Expected(lengthExpected(maxChars));
  return text.isWellFormed() && !text.includes("\0")
    ? text
    : new Expected("expected well-formed Unicode text without null characters");
}

/** Counts a text's characters, unless its length alone decides. */
// ASSUMED(text-length): code points, as databases count them, so that an emoji is one character.
export function charactersOf(text: string, maxChars: number, policy?: Policy): number {
  // A character has one or two UTF-16 units, and each unit has one to three bytes.
  if (text.length * 3 <= maxChars || text.length > 2 * maxChars || IS_ASCII.test(text)) return text.length;
  switch (policy?.["text-length"]) {
    case "utf-16":
      return text.length;
    case "bytes":
      return Buffer.byteLength(text);
    default:
      return [...text].length;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
const IS_ASCII = /^[\x00-\x7f]*$/;

const lengthExpected = (maxChars: number): string =>
  maxChars === Number.POSITIVE_INFINITY
    ? "expected a text that is not empty"
    : `expected a text of 1 to ${maxChars} characters`;

/** JSON's numbers, also with leading zeros, as databases fill up columns. */
export const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A text that is a number as that number, so that both forms are read alike: "3.0" is 3. Leaves other values alone. */
export const numberFrom = (value: unknown): unknown =>
  typeof value === "string" && NUMBER.test(value) ? Number(value) : value;

/** A whole number from 1 to `max`. Accepts it as a text. */
export function readWhole(value: unknown, max: number): number | Expected {
  const number = numberFrom(value);
  const fits = typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= max;
  return fits ? number : new Expected(`expected a whole number from 1 to ${max}`);
}

// How merchants' fields are read, from a call, a scenario or the control API alike.

/** What a reader wanted, where it could not read. */
export class Expected {
  constructor(readonly what: string) {}
}

/** A text of at least one character, or a number as one; `maxChars` may be Infinity. */
export function readText(value: unknown, maxChars: number): string | Expected {
  const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== "string") return new Expected("expected a text");
  if (text.length < 1 || text.length > maxChars) return new Expected(lengthExpected(maxChars));
  return text.isWellFormed() && !text.includes("\0")
    ? text
    : new Expected("expected well-formed Unicode text without null characters");
}

const lengthExpected = (maxChars: number): string =>
  maxChars === Number.POSITIVE_INFINITY
    ? "expected a text that is not empty"
    : `expected a text of 1 to ${maxChars} characters`;

/** A whole number from 1 to `max`, also as a text of its digits. */
export function readWhole(value: unknown, max: number): number | Expected {
  const number = typeof value === "string" && isDigits(value, String(max).length) ? Number(value) : value;
  const fits = typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= max;
  return fits ? number : new Expected(`expected a whole number from 1 to ${max}`);
}

const isDigits = (text: string, atMost: number): boolean => text.length <= atMost && /^\d+$/.test(text);

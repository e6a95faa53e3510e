import { brandOf, luhn } from "../facts/card-number.js";

/** A card number in a text. */
export interface FoundCard {
  /** Index of its first character in the text. */
  readonly start: number;
  /** As written, including separators between the digits. */
  readonly written: string;
  /** Its digits alone. */
  readonly digits: string;
}

// A digit may be escaped in JSON. Groups of digits may be separated by a space or a hyphen, also URL-encoded.
const DIGIT = String.raw`(?:\d|\\u003\d)`;
const GAP = String.raw`(?: |-|\+|%20|\u00a0|\\u00a0|\\u0020)`;
/**
 * No letter, digit or hyphen may stand before the number, except at the end of a JSON or URL escape. The first look ahead
 * saves looking behind at each character.
 */
const BEGINNING = String.raw`(?=[\d\\])(?<=^|[^\p{L}\p{N}-]|\\[bfnrt]|\\u00[0-9a-fA-F]{2}|%[0-9a-fA-F]{2})(?<!\d\.)`;
const groups = (...lengths: readonly string[]): string => lengths.map((n) => `${DIGIT}{${n}}`).join(GAP);
const CANDIDATE = new RegExp(
  `${BEGINNING}(?:${DIGIT}{13,19}|${groups("4", "4", "4", "4", "3")}|${groups("4", "4", "4", "1,4")}|${groups("4", "6", "4,5")})(?!${DIGIT}|\\.\\d)`,
  "gu",
);

/** First digits of card brands that the service does not accept. */
const OTHER_BRANDS = /^(?:3[47]|6011|64[4-9]|65|35(?:2[89]|[3-8])|30[0-5]|3[689])/;

const isCardNumber = (digits: string): boolean =>
  digits.length >= 13 && (brandOf(digits) !== undefined || OTHER_BRANDS.test(digits)) && luhn(digits);

/** The card numbers in a text, with or without separators. Checks length, first digits and check digit. */
export function cardNumbersIn(text: string): readonly FoundCard[] {
  const found: FoundCard[] = [];
  CANDIDATE.lastIndex = 0;
  for (let match = CANDIDATE.exec(text); match; match = CANDIDATE.exec(text)) {
    const [written] = match;
    const digits = digitsOf(written);
    if (isCardNumber(digits)) found.push({ start: match.index, written, digits });
    // This candidate isn't a card number, but a card number may start inside it.
    else CANDIDATE.lastIndex = match.index + 1;
  }
  return found;
}

const digitsOf = (written: string): string =>
  /[\\%]/.test(written)
    ? written.replace(/\\u003(?=\d)/g, "").replace(/%20|\\u00[a2]0|\D/g, "")
    : written.replace(/\D/g, "");

/** How many digits may stay readable at each end. */
const FIRST = 6;
const LAST = 4;

/**
 * Hides card numbers in a text: replaces all digits but the first six and last four by `*`, or by `0` inside a JSON
 * number so that the JSON stays valid. Keeps the text's length. Keeps numbers that also occur in `reference`, because
 * the merchant chose them.
 */
export function withoutCardNumbers(text: string, reference = ""): string {
  if (text.length > LONG) return withoutLongNumbers(text, reference);
  const found = cardNumbersIn(text).filter(({ digits }) => !reference.includes(digits));
  return found.length === 0 ? text : withoutFound(text, found);
}

function withoutFound(text: string, found: readonly FoundCard[]): string {
  let kept = "";
  let from = 0;
  for (const { start, written, digits } of found) {
    const end = start + written.length;
    kept += text.slice(from, start) + hidden(written, digits.length, isJsonNumber(text, start, end) ? "0" : "*");
    from = end;
  }
  return kept + text.slice(from);
}

/** In a longer text every long number is hidden without a check. Checking each one would delay other callers. */
const LONG = 65_536;
const withoutLongNumbers = (text: string, reference: string): string =>
  text.replace(/\d(?:[ -]?\d){12,18}/g, (written, at: number) => {
    const digits = written.replace(/\D/g, "");
    if (reference.includes(digits)) return written;
    return hidden(written, digits.length, isJsonNumber(text, at, at + written.length) ? "0" : "*");
  });

const isJsonNumber = (text: string, start: number, end: number): boolean =>
  /[:[,]\s*$/.test(text.slice(Math.max(0, start - 20), start)) && /^\s*[,}\]]/.test(text.slice(end, end + 20));

function hidden(written: string, digits: number, mark: "*" | "0"): string {
  let n = 0;
  return written.replace(/%20|\\u00[a2]0|(?:\\u003)?\d/g, (part) => {
    if (!/\d$/.test(part) || /^%20|^\\u00[a2]0/.test(part)) return part;
    n++;
    return n > FIRST && n <= digits - LAST ? mark : part;
  });
}

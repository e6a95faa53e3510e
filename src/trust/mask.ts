/** The longest text of a request or answer that is kept as evidence, in characters. */
const KEPT_MAX = 400;

const CARD = /(?<![\d.])\d{13,19}(?![\d.])/g;
/** Members whose values prove who sends, by their names. */
const SECRET = /("(?:signature|sign|alipayData|password|cvc|cardNumber)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
/** The same inside the text of `request`, whose quotes are escaped. */
const ESCAPED_SECRET = /(\\"(?:signature|sign|password|cvc|cardNumber)\\"\s*:\s*)\\"(?:[^"\\]|\\\\.)*\\"/gi;

/** A text without card numbers and signatures; all else stays as it is. */
export const masked = (text: string): string =>
  text
    .replace(SECRET, '$1"***"')
    .replace(ESCAPED_SECRET, '$1\\"***\\"')
    .replace(CARD, (digits) => `${digits.slice(0, 6)}${"*".repeat(digits.length - 10)}${digits.slice(-4)}`);

/** The same, cut to what a reader takes in. */
export function shortened(text: string): string {
  const kept = masked(text).replace(/(\w)\1{39,}/g, (run, letter) => `${letter}…(${run.length} times)`);
  return kept.length > KEPT_MAX ? `${kept.slice(0, KEPT_MAX)}…` : kept;
}

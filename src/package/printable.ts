/** Control characters, and those that turn the direction of text. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Makes a text safe for a terminal: shows characters that could move the cursor or reorder the line as their codes. */
export const printable = (text: string): string =>
  text.replace(UNSAFE, (one) => (one === "\n" || one === "\t" ? one : codeOf(one.charCodeAt(0))));

/** The same for one line of a log or a list: a line break in it could pass for a line of ours. */
export const printableLine = (text: string): string =>
  printable(text).replace(/[\n\t\u2028\u2029]/g, (one) => breaks[one] ?? codeOf(one.charCodeAt(0)));

const breaks: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t" };

const codeOf = (unit: number): string =>
  unit < 0x100 ? `\\x${unit.toString(16).padStart(2, "0")}` : `\\u${unit.toString(16).padStart(4, "0")}`;

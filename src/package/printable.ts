/** Control characters, and those that turn the direction of text. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Makes a text safe for a terminal: shows characters that could move the cursor or reorder the line as their codes. */
export const printable = (text: string): string =>
  text.replace(UNSAFE, (one) => (one === "\n" || one === "\t" ? one : codeOf(one.charCodeAt(0))));

const codeOf = (unit: number): string =>
  unit < 0x100 ? `\\x${unit.toString(16).padStart(2, "0")}` : `\\u${unit.toString(16).padStart(4, "0")}`;

/** Starts an escape. Real texts hardly ever contain this private-use character. */
const ESCAPE = "\ue000";

const escaped = (character: string): string => `${ESCAPE}${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * PostgreSQL texts can't contain NUL or half of a surrogate pair, but clients may send both. JSON values escape them
 * already. Columns that are searched use this escape, so that different texts stay different.
 */
export const columnText = (text: string): string =>
  text
    .replaceAll(ESCAPE, escaped)
    .replaceAll("\0", escaped)
    .replace(/\p{Surrogate}/gu, escaped);

/** The original text of a column's value. */
export const textOfColumn = (column: string): string =>
  column.replace(/\ue000(.{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * Makes JSON that PostgreSQL can parse, because it rejects some characters. Texts with such characters are refused
 * anyway, so the journal shows a replacement character instead.
 */
export function jsonText(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return json;
  // Matches escaped backslashes too, so that `u0000` after one isn't taken for an escape.
  return json.replace(/\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g, (found) => (found === "\\\\" ? found : "\ufffd"));
}

/** Begins an escape; of Unicode's private use, so that it hardly ever stands in a text. */
const ESCAPE = "\ue000";

const escaped = (character: string): string => `${ESCAPE}${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * PostgreSQL's text holds neither NUL nor half of a surrogate pair; a client may send both. Whole values stand in JSON,
 * which escapes them; a column that is searched holds them by an escape of its own. Different texts stay different.
 */
export const columnText = (text: string): string =>
  isPlain(text)
    ? text
    : text
        .replaceAll(ESCAPE, escaped)
        .replaceAll("\0", escaped)
        .replace(/\p{Surrogate}/gu, escaped);

const isPlain = (text: string): boolean => !text.includes("\0") && !text.includes(ESCAPE) && text.isWellFormed();

/** The text that a column stands for. */
export function textOfColumn(column: string): string {
  const [first, ...rest] = column.split(ESCAPE);
  return [
    first,
    ...rest.map((part) => String.fromCharCode(Number.parseInt(part.slice(0, 4), 16)) + part.slice(4)),
  ].join("");
}

/**
 * JSON that PostgreSQL can take apart: it reads each text in it, and fails at what it cannot hold. Whoever sends that is refused;
 * the line of the journal shows a replacement character in its place.
 */
export function jsonText(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return json;
  // Two backslashes are one that was sent, whatever follows.
  return json.replace(/\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g, (found) => (found === "\\\\" ? found : "\ufffd"));
}

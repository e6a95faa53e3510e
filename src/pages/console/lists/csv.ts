type Cell = string | number | boolean | null | undefined;

/**
 * Spreadsheets treat a text that starts like this as a formula. The wide signs come from Chinese and Japanese
 * keyboards.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a tab or a line break in front hides none.
const FORMULA = /^[\s\u0000-\u0020]*[=+\-@＝＋－＠|%]/;

/** Characters that spreadsheets and parsers don't accept inside a cell. Line breaks are kept. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to take out.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff]/g;

/**
 * CSV as in RFC 4180, with a byte order mark so that spreadsheets read UTF-8. Every text is quoted. A text that a
 * spreadsheet would run as a formula gets an apostrophe in front.
 */
export function csvOf(columns: readonly string[], rows: readonly Readonly<Record<string, Cell>>[]): string {
  const lines = [columns.map(cellText), ...rows.map((row) => columns.map((column) => cellText(row[column])))];
  return `\ufeff${lines.map((cells) => `${cells.join(",")}\r\n`).join("")}`;
}

function cellText(value: Cell): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = value.replace(CONTROL, "").replace(/\r\n?/g, "\n");
  return `"${(FORMULA.test(value) || FORMULA.test(text) ? `'${text}` : text).replace(/"/g, '""')}"`;
}

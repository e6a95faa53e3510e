export type ExportedValue = string | number | boolean | null | undefined;

/** A list as a file to save. */
export interface Exported {
  readonly type: string;
  readonly fileName: string;
  readonly text: string;
}

interface ExportedList {
  readonly name: string;
  readonly laneName: string;
  readonly rows: readonly Readonly<Record<string, ExportedValue>>[];
  /** True if older entries are missing. */
  readonly isCutShort: boolean;
  /** `csv`. Anything else means JSON. */
  readonly format: string | undefined;
}

/** Builds the download. A lane's name is always valid in a file name. */
export function exportedOf({ name, laneName, rows, isCutShort, format }: ExportedList): Exported {
  const base = `${name}-${laneName}${isCutShort ? `-newest-${rows.length}` : ""}`;
  if (format !== "csv") {
    const text = `${JSON.stringify({ [name]: rows, isCutShort }, null, 2)}\n`;
    return { type: "application/json; charset=utf-8", fileName: `${base}.json`, text };
  }
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { type: "text/csv; charset=utf-8", fileName: `${base}.csv`, text: csvOf(columns, rows) };
}

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
export function csvOf(columns: readonly string[], rows: readonly Readonly<Record<string, ExportedValue>>[]): string {
  const lines = [columns.map(cellText), ...rows.map((row) => columns.map((column) => cellText(row[column])))];
  return `\ufeff${lines.map((cells) => `${cells.join(",")}\r\n`).join("")}`;
}

function cellText(value: ExportedValue): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = value.replace(CONTROL, "").replace(/\r\n?/g, "\n");
  return `"${(FORMULA.test(value) || FORMULA.test(text) ? `'${text}` : text).replace(/"/g, '""')}"`;
}

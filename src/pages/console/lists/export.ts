import { csvOf } from "./csv.js";

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

import { plain, stemsIn } from "./query.js";

/** A shorter table is read at a glance. */
const LONG = 8;

/** Puts the rows that have the words of a query first in each long table. A word counts more if few rows have it. */
export function withRowsFirst(lines: readonly string[], query: string): readonly string[] {
  const start = lines.findIndex((line, i) => line.startsWith("|") && /^\|[ :|-]+\|$/.test(lines[i + 1] ?? ""));
  if (start < 0) return lines;
  const first = start + 2;
  const length = lines.slice(first).findIndex((line) => !line.startsWith("|"));
  const end = length < 0 ? lines.length : first + length;
  return [
    ...lines.slice(0, first),
    ...ranked(lines.slice(first, end), stemsIn(query)),
    ...withRowsFirst(lines.slice(end), query),
  ];
}

function ranked(rows: readonly string[], stems: readonly string[]): readonly string[] {
  if (rows.length <= LONG) return rows;
  const texts = rows.map((row) => ` ${plain(row)} `);
  const weights = stems.map((stem) => {
    const having = texts.filter((text) => text.includes(` ${stem}`)).length;
    return [stem, having === 0 ? 0 : Math.log(rows.length / having)] as const;
  });
  const scores = texts.map((text) =>
    weights.reduce((sum, [stem, weight]) => sum + (text.includes(` ${stem}`) ? weight : 0), 0),
  );
  const order = [...rows.keys()].sort((a, b) => scores[b]! - scores[a]!);
  return order.map((i) => rows[i]!);
}

import { formsOf, type Wanted } from "./query.js";

const EXCERPT_CHARS = 140;

/** Around the first match of the paragraph, or cell of a table, that has most of the words. */
export function excerpt(chapter: string, wanted: readonly Wanted[]): string {
  const stems = wanted.flatMap(formsOf);
  const matches = (line: string): number => stems.filter((stem) => line.includes(stem)).length;
  const lines = chapter.split("\n");
  const counts = chapter.toLowerCase().split("\n").map(matches);
  const text = lines[counts.indexOf(Math.max(...counts))]!;
  const small = text.toLowerCase();
  const places = stems.map((stem) => small.indexOf(stem)).filter((place) => place >= 0);
  const place = Math.min(...(places.length > 0 ? places : [0]));
  const from = place < EXCERPT_CHARS ? 0 : place - EXCERPT_CHARS / 3;
  // Starts at the beginning of a word.
  const part = text
    .slice(from, from + EXCERPT_CHARS)
    .replace(from > 0 ? /^\S*/ : /^/, "")
    .replace(/\s+/g, " ");
  return (from > 0 ? "…" : "") + part + (from + EXCERPT_CHARS < text.length ? "…" : "");
}

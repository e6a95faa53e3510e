import MiniSearch from "minisearch";
import { queryFor, rankedBy, searchOptions } from "./query.js";

/** A chapter that a search found. */
export interface FoundChapter {
  /** The page's address within the site, such as `judge.html#beliefs`. A page's introduction has no anchor. */
  readonly address: string;
  /** The page's title. */
  readonly page: string;
  /** The chapter's heading. For a page's introduction, the page's title. */
  readonly title: string;
  /** The text around the first match. */
  readonly excerpt: string;
}

/** Reads the site's `search.json`. */
export const readSearchIndex = (json: string): MiniSearch => MiniSearch.loadJSON(json, searchOptions);

/** The chapters that match a query, best first. */
export const findChapters = (index: MiniSearch, query: string, limit: number): readonly FoundChapter[] =>
  index
    .search(queryFor(query), rankedBy(query))
    .slice(0, limit)
    .map(({ id, page, title, text, terms }) => ({
      address: String(id),
      page: String(page),
      title: String(title),
      excerpt: excerpt(String(text), terms),
    }));

const EXCERPT_CHARS = 140;

function excerpt(text: string, terms: readonly string[]): string {
  const small = text.toLowerCase();
  const places = terms.map((term) => small.indexOf(term)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...(places.length > 0 ? places : [0])) - EXCERPT_CHARS / 3);
  // Starts at the beginning of a word.
  const part = text
    .slice(from, from + EXCERPT_CHARS)
    .replace(from > 0 ? /^\S*/ : /^/, "")
    .replace(/\s+/g, " ");
  return (from > 0 ? "…" : "") + part + (from + EXCERPT_CHARS < text.length ? "…" : "");
}

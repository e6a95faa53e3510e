/** A chapter of a page. */
export interface Chapter {
  /** Its address within the site, such as `judge.html#beliefs`. A page's introduction has no anchor. */
  readonly address: string;
  /** The page's title. */
  readonly page: string;
  /** The chapter's heading. For a page's introduction, the page's title. */
  readonly title: string;
  readonly text: string;
  /** The stems of the questions that it answers, in the words that people type. From build/docs/questions.txt. */
  readonly questions?: readonly string[];
}

/** The parts of a chapter that are searched, and how much a word in each counts, and one of its synonyms. */
export const FIELDS = [
  ["title", 3, 1.5],
  ["page", 2, 0],
  ["text", 1, 0.5],
  ["asked", 2, 0],
] as const;
export type SearchField = (typeof FIELDS)[number][0];

/** A chapter with its words, ready to be searched. Each text begins and ends with a space. */
export interface Indexed {
  readonly chapter: Omit<Chapter, "text" | "questions">;
  readonly title: string;
  readonly page: string;
  readonly text: string;
  /** The stems of its questions, with ` | ` between questions. */
  readonly asked: string;
  /** The stems of its title, as further questions. */
  readonly titled: string;
}

/** Chapters to search. There are some four hundred, so each search reads them all: an inverted index took five times as long to load. */
export interface SearchIndex {
  readonly chapters: readonly Indexed[];
  /** The mean length of each field. */
  readonly lengths: Readonly<Record<SearchField, number>>;
  /** How many questions there are, titles among them. */
  readonly questions: number;
  /** How many of them have each stem. */
  readonly having: Readonly<Record<string, number>>;
  /** The chapters' own texts, each as JSON: only those that are found are read. */
  readonly texts: readonly string[];
}

/** Reads the site's `search.jsonl`. */
export function readSearchIndex(lines: string): SearchIndex {
  const [index, ...texts] = lines.split("\n");
  return { ...JSON.parse(index!), texts };
}

/** A chapter's own text. */
export const indexedText = ({ texts }: SearchIndex, at: number): string => JSON.parse(texts[at]!);

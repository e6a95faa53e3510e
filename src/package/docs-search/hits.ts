import { stemOf, type Wanted } from "./query.js";
import type { Indexed, SearchField, SearchIndex } from "./search-index.js";

/** A chapter that has a word which begins like one of the wanted forms. */
export interface Hit {
  readonly one: Indexed;
  /** Its place in the index. */
  readonly at: number;
  /** How often each field has each form. */
  readonly counts: Readonly<Record<SearchField, readonly number[]>>;
  /** Whether a word begins like the form. */
  readonly has: readonly boolean[];
}

export interface Hits {
  /** The stem of each word, in their order, then the synonyms that aren't stems. */
  readonly forms: readonly string[];
  readonly found: readonly Hit[];
  /** How many chapters there are. */
  readonly all: number;
  /** The mean length of each field. */
  readonly lengths: Readonly<Record<SearchField, number>>;
}

/** How much a word counts that only begins like a wanted one, such as "portable" for "port". */
const CONTINUED = 0.2;

/** Finds all forms of the words. Each chapter is read once: once for each form takes three times as long. */
export function hitsIn({ chapters, lengths }: SearchIndex, words: readonly Wanted[]): Hits {
  const stems = words.map(({ stem }) => stem);
  const others = words.flatMap(({ synonyms }) => synonyms).filter((synonym) => !stems.includes(synonym));
  // A misspelt word may stand beside the same word: each keeps its place.
  const forms = [...stems, ...new Set(others)];
  const pattern = new RegExp(` (?:${forms.join("|")})[^ ]*`, "g");
  /** For each form that the word begins like: its place, and how much the word counts for it. */
  const told = new Map<string, readonly (readonly [number, number])[]>();
  const readWord = (word: string): readonly (readonly [number, number])[] => {
    const stem = stemOf(word);
    const rest = (i: number): number => (i < stems.length && forms[i]!.length > 1 ? CONTINUED : 0);
    return forms.flatMap((form, i) => (word.startsWith(form) ? [[i, stem === form ? 1 : rest(i)] as const] : []));
  };
  const found: Hit[] = [];
  for (const [at, one] of chapters.entries()) {
    const has: boolean[] = [];
    const countsIn = (field: SearchField): readonly number[] => {
      const counts: number[] = [];
      for (const word of one[field].match(pattern) ?? []) {
        if (!told.has(word)) told.set(word, readWord(word.slice(1)));
        for (const [i, times] of told.get(word)!) {
          has[i] = true;
          counts[i] = (counts[i] ?? 0) + times;
        }
      }
      return counts;
    };
    const counts = {
      title: countsIn("title"),
      page: countsIn("page"),
      text: countsIn("text"),
      asked: countsIn("asked"),
    };
    if (has.length > 0) found.push({ one, at, counts, has });
  }
  return { forms, found, all: chapters.length, lengths };
}

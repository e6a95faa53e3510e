import { distance } from "fastest-levenshtein";
import { excerpt } from "./excerpt.js";
import { type Hit, type Hits, hitsIn } from "./hits.js";
import { languageWeights } from "./languages.js";
import { likenessTo } from "./likeness.js";
import { formsOf, inEnglish, isTelling, plain, stemOf, type Wanted, wantedBy, weightOf } from "./query.js";
import { scoresOf, shareIn } from "./score.js";
import { type Chapter, type Indexed, indexedText, type SearchIndex } from "./search-index.js";

/** A chapter that a search found. */
export interface FoundChapter extends Omit<Chapter, "text" | "questions"> {
  /** The text around the first match. */
  readonly excerpt: string;
}

/** The chapters that match a query, best first. `here`: the languages of the user's project. */
export function findChapters(index: SearchIndex, asked: string, limit: number, here = ""): readonly FoundChapter[] {
  const query = inEnglish(asked);
  const { words, hits } = understood(index, query);
  const scores = scoresOf(hits, words);
  const share = shareIn(hits, words);
  const boost = boostFor(query, words);
  const told = hits.found.map((hit, i) => (scores[i] === 0 ? 0 : scores[i]! * share(hit) ** 2 * boost(hit)));
  const best = Math.max(...told);
  const likeness = likenessTo(index, words);
  const languageWeight = languageWeights(`${query} ${here}`);
  const scoreAt = new Map(
    hits.found.map(({ one, at }, i) => [
      at,
      told[i] === 0 ? 0 : (told[i]! + LIKE * best * likeness(one) ** 3) * languageWeight(one.chapter.address),
    ]),
  );
  const rankOf = rankFor(index, query);
  return index.chapters
    .map((one, at) => ({ one, at, rank: rankOf(one, at), score: scoreAt.get(at) ?? 0 }))
    .filter(({ score, rank }) => score > 0 || rank === NAMED)
    .sort((a, b) => b.rank - a.rank || b.score - a.score)
    .slice(0, limit)
    .map(({ one, at }) => ({ ...one.chapter, excerpt: excerpt(indexedText(index, at), words) }));
}

/** Names the words of a query that no chapter has, not even misspelt or as a synonym. Empty if there is none. */
export function unknownNote(index: SearchIndex, asked: string): string {
  const query = inEnglish(asked);
  const { words, hits } = understood(index, query);
  const isMissing = (form: string): boolean => {
    const place = hits.forms.indexOf(form);
    return !hits.found.some(({ has }) => has[place]);
  };
  const typed = wantedBy(query).filter((_, i) => formsOf(words[i]!).every(isMissing));
  const missing = typed.map(({ stem }) => stem);
  const unknown = plain(query)
    .split(" ")
    .filter((word) => isTelling(word) && missing.includes(stemOf(word)));
  return unknown.length === 0 ? "" : `No page has: ${unknown.join(", ")}.`;
}

/** A query as the documentation spells its words, and the chapters that have them. */
interface Understood {
  readonly words: readonly Wanted[];
  readonly hits: Hits;
}

/** The last one of an index: who searches also asks for its unknown words. */
const last = new WeakMap<SearchIndex, Understood & { readonly query: string }>();

function understood(index: SearchIndex, query: string): Understood {
  const known = last.get(index);
  if (known?.query === query) return known;
  const typed = wantedBy(query);
  const hits = hitsIn(index, typed);
  const words = typed.map((word, i) => (hits.found.some(({ has }) => has[i]) ? word : spelledAsIn(index, word)));
  const isAsTyped = words.every((word, i) => word === typed[i]);
  const found = { query, words, hits: isAsTyped ? hits : hitsIn(index, words) };
  last.set(index, found);
  return found;
}

/** A misspelt word counts as the most similar word of the documentation. */
function spelledAsIn(index: SearchIndex, wanted: Wanted): Wanted {
  const { stem } = wanted;
  if (wanted.synonyms.length > 0 || stem.length < 4) return wanted;
  const words = new Set(index.chapters.flatMap(({ title, text }) => `${title}${text}`.split(" ").map(stemOf)));
  const near = [...words].filter((word) => Math.abs(word.length - stem.length) < 3);
  const most = stem.length < 8 ? 1 : 2;
  const [best] = near
    .map((word) => [isSwapped(word, stem) ? 1 : distance(word, stem), word] as const)
    .sort(([a], [b]) => a - b);
  return best === undefined || best[0] > most ? wanted : { ...wanted, stem: best[1], synonyms: [] };
}

/** True if two letters side by side changed places. */
function isSwapped(word: string, typed: string): boolean {
  const at = [...word].findIndex((letter, i) => letter !== typed[i]);
  return at >= 0 && word === typed.slice(0, at) + typed.charAt(at + 1) + typed.charAt(at) + typed.slice(at + 2);
}

/** How much a chapter counts that was asked for in the same words: as many times as the best text. */
const LIKE = 2;

/** A tool's name for agents. */
const TOOL = /^[a-z]+(_[a-z]+)+$/;
/** The rank of a chapter that the query names. */
const NAMED = 2;
/** A query of fewer words, without a colon, is no message of ours. */
const MESSAGE_WORDS = 4;

/** Which chapters come first, whatever their score: the one that is named, then those that have the message. */
function rankFor(index: SearchIndex, query: string): (one: Indexed, at: number) => number {
  // The part of a message before its colon is the same each time.
  const message = plain(query.split(": ")[0]!);
  const isWhole = message === plain(query);
  const isMessage = /[a-z]/.test(message) && message.split(" ").length >= (isWhole ? MESSAGE_WORDS : 2);
  // Messages name a chapter by its address.
  const anchor = /#[\w-]+/.exec(query)?.[0];
  return ({ chapter: { address }, text }, at) => {
    if (address === "mcp.html#tools" && TOOL.test(query) && indexedText(index, at).includes(query)) return NAMED;
    if (anchor !== undefined && address.endsWith(anchor)) return NAMED;
    return isMessage && address.startsWith("troubleshooting.html#") && text.includes(` ${message} `) ? 1 : 0;
  };
}

const PHRASE = 3;
/** The rest of a longer query, such as a pasted message, is not compared. */
const PHRASE_WORDS = 16;
/** How much more the introduction of a page counts, for searches of one word besides stop words. */
const OPENING = 1.5;

/** The factor of a chapter. Those with the exact phrase come first, such as those about an error message. */
function boostFor(query: string, words: readonly Wanted[]): (hit: Hit) => number {
  const phrase = plain(query);
  const isTold = phraseTest(phrase);
  // "judge my shop", but "no webhook" asks what is wrong.
  const isSubject = words.length === 1 && !/\bnot?\b/.test(phrase);
  return ({ has, one: { chapter, title, text } }) => {
    const hasAll = words.every((_, i) => has[i]);
    const hasPhrase = hasAll && isTold !== undefined && (isTold.test(text) || isTold.test(title));
    const isOpening = isSubject && !chapter.address.includes("#");
    return weightOf(chapter.address) * (hasPhrase ? PHRASE : 1) * (isOpening ? OPENING : 1);
  };
}

/** Finds a phrase in any form of its words: "decline stored card" finds "declined stored card". Undefined for a single word. */
const phraseTest = (phrase: string): RegExp | undefined =>
  phrase.includes(" ")
    ? new RegExp(
        `${phrase
          .split(" ")
          .slice(0, PHRASE_WORDS)
          .map((word) => ` ${stemOf(word)}(?:[a-z]?(?:e|es|s|ed|ing))?`)
          .join("")} `,
      )
    : undefined;

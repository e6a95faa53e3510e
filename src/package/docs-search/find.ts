import { distance } from "fastest-levenshtein";
import { excerpt } from "./excerpt.js";
import { languageWeights } from "./languages.js";
import { isTelling, plain, stemOf, stemsIn, type Wanted, wantedBy, weightOf } from "./query.js";

/** A chapter of a page, as `search.json` of the site has it. */
export interface Chapter {
  /** Its address within the site, such as `judge.html#beliefs`. A page's introduction has no anchor. */
  readonly address: string;
  /** The page's title. */
  readonly page: string;
  /** The chapter's heading. For a page's introduction, the page's title. */
  readonly title: string;
  readonly text: string;
  /** The stems of what people type, in their own words, and it answers. From build/docs/questions.txt. */
  readonly questions?: readonly string[];
}

/** A chapter that a search found. */
export interface FoundChapter extends Omit<Chapter, "text" | "questions"> {
  /** The text around the first match. */
  readonly excerpt: string;
}

/** A chapter with its words, ready to be searched. Each text begins and ends with a space. */
interface Indexed {
  readonly chapter: Chapter;
  readonly title: string;
  readonly page: string;
  readonly text: string;
  readonly asked: string;
  /** All of these. */
  readonly all: string;
  /** The stems of each question, and of the title. */
  readonly questions: readonly ReadonlySet<string>[];
}

/**
 * Chapters to search. There are some four hundred, so each search reads them all: an inverted index took five times as long to
 * load as a search takes.
 */
export type SearchIndex = readonly Indexed[];

/** Reads the site's `search.json`. */
export const readSearchIndex = (json: string): SearchIndex =>
  (JSON.parse(json) as readonly Chapter[]).map((chapter) => {
    const title = ` ${plain(chapter.title)} `;
    // An introduction has the page's title already. Twice, it would come before the chapters that answer.
    const page = chapter.page === chapter.title ? " " : ` ${plain(chapter.page)} `;
    const text = ` ${plain(chapter.text)} `;
    const asked = ` ${(chapter.questions ?? []).join(" ")} `;
    return {
      ...{ chapter, title, page, text, asked },
      all: page + title + text + asked,
      questions: [
        ...(chapter.questions ?? []).map((stems) => stems.split(" ")),
        stemsIn(chapter.title),
        // "query hosted checkout" asks for hosted-checkout/query.
        ...(chapter.title.includes("/") ? [stemsIn(chapter.title.replaceAll(/[-/]/g, " "))] : []),
      ].map((stems) => new Set(stems)),
    };
  });

/** A line of Markdown that is a heading, as its text alone. */
export const plainHeading = (line: string): string =>
  line
    .replace(/^#+ /, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "");

/** The chapters that match a query, best first. `here`: the languages of the user's project. */
export function findChapters(index: SearchIndex, query: string, limit: number, here = ""): readonly FoundChapter[] {
  const has = presenceIn(index);
  const wanted = wantedBy(query)
    .map((word) => spelledAsIn(index, word, has))
    .map((word) => weighed(word, has));
  const phrase = plain(query);
  // What stands before the colon of a message is the same each time.
  const message = plain(query.split(": ")[0]!);
  const isMessage = /[a-z]/.test(message) && message.split(" ").length >= (message === phrase ? MESSAGE_WORDS : 2);
  // Messages name a chapter by its address.
  const anchor = /#[\w-]+/.exec(query)?.[0];
  /** Chapters that come first, whatever their score: the one that is named, then those that have the message. */
  const precedenceOf = ({ chapter: { address, text: told }, text }: Indexed): number => {
    if (address === "mcp.html#tools" && TOOL.test(query) && told.includes(query)) return NAMED;
    if (anchor !== undefined && address.endsWith(anchor)) return NAMED;
    return isMessage && address.startsWith("troubleshooting.html#") && text.includes(` ${message} `) ? 1 : 0;
  };
  const isTold = phraseTest(phrase);
  // "judge my shop", but "no webhook" asks what is wrong.
  const isSubject = wanted.length === 1 && !/\bnot?\b/.test(phrase);
  const likeness = likenessTo(index, wanted);
  const told = scored(index, wanted, has).map((score, i) =>
    score === 0 ? 0 : score * share(wanted, (form) => has(form)[i]!) ** 2 * boost(index[i]!, isTold, isSubject),
  );
  const best = Math.max(...told);
  const languageWeight = languageWeights(`${query} ${here}`);
  return index
    .map((one, i) => ({
      one,
      rank: precedenceOf(one),
      score: told[i] === 0 ? 0 : (told[i]! + LIKE * best * likeness(one) ** 3) * languageWeight(one.chapter.address),
    }))
    .filter(({ score, rank }) => score > 0 || rank === NAMED)
    .sort((a, b) => b.rank - a.rank || b.score - a.score)
    .slice(0, limit)
    .map(({ one: { chapter } }) => {
      const { text, questions, ...found } = chapter;
      return { ...found, excerpt: excerpt(text, wanted) };
    });
}

/** Names the words of a query that no chapter has, not even misspelt or as a synonym. Empty if there is none. */
export function unknownNote(index: SearchIndex, query: string): string {
  const has = presenceIn(index);
  const isKnown = (word: Wanted): boolean => {
    const { stem, synonyms } = spelledAsIn(index, word, has);
    return [stem, ...synonyms].some((form) => has(form).includes(true));
  };
  const unknown = plain(query)
    .split(" ")
    .filter((word) => isTelling(word) && !wantedBy(word).every(isKnown));
  return unknown.length === 0 ? "" : `No page has: ${unknown.join(", ")}.`;
}

/** A tool's name for agents. */
const TOOL = /^[a-z]+(_[a-z]+)+$/;
/** The rank of a chapter that the query names. */
const NAMED = 2;
/** A query of fewer words, without a colon, is no message of ours. */
const MESSAGE_WORDS = 4;

/** BM25: how much a long text counts less. */
const LENGTH = 0.7;
/** How much a word in each field counts, and one of its synonyms. */
const FIELDS = [
  ["title", 3, 1.5],
  ["page", 2, 0],
  ["text", 1, 0.5],
  ["asked", 2, 0],
] as const;
/** BM25: how soon more of the same word stops to matter. */
const SATURATION = 1.2;

/** For a stem: which chapters have a word that begins like it. */
type Presence = (stem: string) => readonly boolean[];

/** So many stems are kept, five kilobytes each. Who types asks for the same ones again. */
const STEMS_KEPT = 500;
const presences = new WeakMap<SearchIndex, Map<string, readonly boolean[]>>();

/** Reads all chapters once for each stem, instead of once for each search, stem and field: half of a search. */
function presenceIn(index: SearchIndex): Presence {
  const known = presences.get(index) ?? new Map<string, readonly boolean[]>();
  presences.set(index, known);
  if (known.size > STEMS_KEPT) known.clear();
  return (stem) => {
    const found = known.get(stem) ?? index.map(({ all }) => all.includes(` ${stem}`));
    known.set(stem, found);
    return found;
  };
}

/** BM25: how much a word counts that so many of all texts have. */
const rarityOf = (having: number, all: number): number => Math.log(1 + (all - having + 0.5) / (having + 0.5));

/** A word, and how rare it is among the chapters, in any of its forms. */
interface Weighed extends Wanted {
  readonly forms: readonly string[];
  readonly weight: number;
}

function weighed(word: Wanted, has: Presence): Weighed {
  const forms = [word.stem, ...word.synonyms];
  const places = forms.map(has);
  const chapters = places[0]!;
  const having = chapters.filter((_, i) => places.some((isThere) => isThere[i])).length;
  return { ...word, forms, weight: word.counts * rarityOf(having, chapters.length) };
}

/** The share of the words that a text has, in any of their forms. A rare word counts more. */
function share(wanted: readonly Weighed[], isThere: (form: string) => boolean): number {
  const sum = (words: readonly Weighed[]): number => words.reduce((all, { weight }) => all + weight, 0);
  return sum(wanted.filter(({ forms }) => forms.some(isThere))) / sum(wanted);
}

/** Each chapter's score by BM25 in each field: rare words count more, and words in titles. */
function scored(index: SearchIndex, wanted: readonly Wanted[], has: Presence): readonly number[] {
  const scores = index.map(() => 0);
  for (const [field, ofWord, ofSynonym] of FIELDS) {
    const texts = index.map((entry) => entry[field]);
    const mean = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
    const add = (stem: string, boost: number, canContinue: boolean): void => {
      const isThere = has(stem);
      const counts = texts.map((text, i) => (isThere[i] ? count(text, stem, canContinue) : 0));
      const having = counts.filter((times) => times > 0).length;
      const rarity = rarityOf(having, texts.length);
      for (const [i, times] of counts.entries()) {
        if (times === 0) continue;
        const norm = SATURATION * (1 - LENGTH + (LENGTH * texts[i]!.length) / mean);
        scores[i]! += (boost * rarity * times * (SATURATION + 1)) / (times + norm);
      }
    };
    for (const { stem, counts } of wanted) add(stem, counts * ofWord, true);
    // A synonym of two words counts once: "saved card token" asks for tokens no more than "saved card" does.
    const stems = wanted.map(({ stem }) => stem);
    for (const synonym of new Set(wanted.flatMap(({ synonyms }) => synonyms)))
      if (!stems.includes(synonym)) add(synonym, ofSynonym, false);
  }
  return scores;
}

/** How much a word counts that only begins like the stem, such as "portable" for "port". */
const CONTINUED = 0.2;

/** How often a text has a word of this stem. */
function count(text: string, stem: string, canContinue: boolean): number {
  let sum = 0;
  for (let at = text.indexOf(` ${stem}`); at >= 0; at = text.indexOf(` ${stem}`, at + 1)) {
    const word = text.slice(at + 1, text.indexOf(" ", at + 1));
    if (stemOf(word) === stem) sum += 1;
    else if (canContinue && stem.length > 1) sum += CONTINUED;
  }
  return sum;
}

/** How much a chapter counts that was asked for in the same words: as many times as the best text. */
const LIKE = 2;
/** How much of a stem counts that a question has by a synonym. */
const BY_SYNONYM = 0.6;

const rarities = new WeakMap<SearchIndex, (stem: string) => number>();

/** How rare a stem is among all questions. */
function rarityIn(index: SearchIndex): (stem: string) => number {
  const rarity = rarities.get(index) ?? raritiesOf(index);
  rarities.set(index, rarity);
  return rarity;
}

function raritiesOf(index: SearchIndex): (stem: string) => number {
  const all = index.flatMap(({ questions }) => questions);
  const having = new Map<string, number>();
  for (const stem of all.flatMap((stems) => [...stems])) having.set(stem, (having.get(stem) ?? 0) + 1);
  return (stem) => rarityOf(having.get(stem) ?? 0, all.length);
}

/**
 * How like a query is to the question of a chapter that is most like it: the rarity of the stems of both, by that of all stems.
 */
function likenessTo(index: SearchIndex, wanted: readonly Wanted[]): (chapter: Indexed) => number {
  const rarity = rarityIn(index);
  const weights = wanted.map(({ stem, counts }) => counts * rarity(stem));
  const asked = weights.reduce((sum, weight) => sum + weight, 0);
  const like = (stems: ReadonlySet<string>): number => {
    let both = 0;
    const met = new Set<string>();
    for (const [i, { stem, synonyms }] of wanted.entries()) {
      const same = stems.has(stem) ? stem : synonyms.find((one) => stems.has(one) && !met.has(one));
      if (same === undefined) continue;
      met.add(same);
      both += weights[i]! * (same === stem ? 1 : BY_SYNONYM);
    }
    const own = [...stems].filter((stem) => !met.has(stem)).reduce((sum, stem) => sum + rarity(stem), 0);
    return both / (asked + own);
  };
  return ({ questions }) => Math.max(0, ...questions.map(like));
}

const PHRASE = 3;
/** The rest of a longer query, such as a pasted message, is not compared. */
const PHRASE_WORDS = 16;
/** How much more the introduction of a page counts, for searches of one word besides stop words. */
const OPENING = 1.5;

/** Chapters with the exact phrase come first, such as those about an error message. */
function boost({ chapter: { address }, title, text }: Indexed, phrase: RegExp | undefined, isSubject: boolean): number {
  const isTold = phrase !== undefined && (phrase.test(text) || phrase.test(title));
  const isOpening = isSubject && !address.includes("#");
  return weightOf(address) * (isTold ? PHRASE : 1) * (isOpening ? OPENING : 1);
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

/** A misspelt word counts as the most similar word of the documentation. */
function spelledAsIn(index: SearchIndex, wanted: Wanted, has: Presence): Wanted {
  const { stem } = wanted;
  if (has(stem).includes(true) || wanted.synonyms.length > 0 || stem.length < 4) return wanted;
  const words = new Set(index.flatMap(({ title, text }) => `${title}${text}`.split(" ").map(stemOf)));
  const near = [...words].filter((word) => Math.abs(word.length - stem.length) < 3);
  const most = stem.length < 8 ? 1 : 2;
  const [best] = near.map((word) => [distance(word, stem), word] as const).sort(([a], [b]) => a - b);
  return best === undefined || best[0] > most ? wanted : { ...wanted, stem: best[1], synonyms: [] };
}

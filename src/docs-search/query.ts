import type { Query, SearchOptions } from "minisearch";

/**
 * Options of the documentation's search. The build creates the index with them. The page's script and the agents'
 * tool search with them.
 */
export const searchOptions = {
  fields: ["title", "page", "text"],
  storeFields: ["title", "page", "text"],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: "OR" as const },
};

/** Groups of words with the same meaning: a search for one finds all. */
const synonyms: readonly (readonly string[])[] = [
  ["webhook", "webhooks", "callback", "ipn", "notification", "notify"],
  ["3ds", "3-d", "3d", "challenge", "authentication"],
  ["idempotency", "idempotent", "duplicate", "duplicate-reference", "twice"],
  ["save", "store", "token", "add-token", "tokenization"],
  ["charge", "sale"],
  ["subscription", "monthly", "recurring"],
  ["reproduce", "replay", "again"],
  ["often", "schedule", "again", "retries"],
  ["retry", "retries", "again", "resend"],
  ["timeout", "timed", "slow", "delay", "no-response", "hang"],
  ["base64url", "base64", "signature", "sign"],
  ["time", "clock"],
  ["travel", "advance"],
  ["docker", "container", "image"],
  ["port", "4655"],
  ["cards", "card", "magic"],
  ["partial", "part"],
  ["refund", "refunds", "refunded"],
  ["ci", "github", "gitlab", "jenkins", "pipeline"],
  ["mock", "stub", "force", "outcome"],
  ["parallel", "workers", "lane", "isolation"],
  ["production", "live"],
  ["agent", "mcp", "llm", "ai"],
  ["php", "woocommerce", "laravel", "wordpress"],
];

/** Reference pages, whose tables repeat every name. They rank lower, because another page explains the name. */
const lessOften: Readonly<Record<string, number>> = {
  conformance: 0.4,
  "around-a-call": 0.6,
  examples: 0.7,
  shops: 0.7,
};
const PHRASE = 3;
/** How much more the introduction of a page counts, for broad searches. */
const OPENING = 1.5;

/** Sections with the exact phrase come first, for example sections about an error message. */
export function rankedBy(text: string): SearchOptions {
  const phrase = plain(text);
  const isPhrase = phrase.includes(" ");
  return {
    boostDocument: (id, _, stored) => {
      const page = String(id).replace(/\.html.*$/, "");
      const told = isPhrase && plain(`${stored?.title} ${stored?.text}`).includes(phrase);
      return (lessOften[page] ?? 1) * (told ? PHRASE : 1) * (String(id).includes("#") ? 1 : OPENING);
    },
  };
}

/** Without accents, in lower case. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}-]+/gu, " ")
    .trim();

/** Stop words: they don't narrow a search. */
const empty = new Set(
  "a an and are be can do does for from how i if in is it my of on or the to what when where which who why with without you your".split(
    " ",
  ),
);

/** The maximum number of words, because each takes time. */
const WORDS_MAX = 16;

/**
 * A chapter matches if it has any of the words. Chapters with more of them, or with words in the title, come first.
 */
export function queryFor(text: string): Query {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => word !== "");
  // A single letter starts thousands of words, so it is searched only if there is no other word.
  const telling = new Set(words.filter((word) => word.length > 1 && !empty.has(word)));
  const queries = telling.size === 0 ? words.slice(0, 1) : [...telling].slice(0, WORDS_MAX).map(withSynonyms);
  return { combineWith: "OR", queries };
}

function withSynonyms(word: string): Query {
  const others = new Set(synonyms.filter((same) => same.includes(word)).flat());
  others.delete(word);
  if (others.size === 0) return word;
  const less = { title: 2, page: 1, text: 0.5 };
  return {
    combineWith: "OR",
    queries: [word, { combineWith: "OR", queries: [...others], boost: less, prefix: false, fuzzy: false }],
  };
}

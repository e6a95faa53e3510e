/** The stem of a word, so that "declines" finds "declined" and "refunds" finds "refund". */
export function stemOf(word: string): string {
  if (!/^[a-z]{5,}$/.test(word)) return word;
  const stem = word.replace(/(?:ies|ied)$/, "y").replace(/(?:ing|ed|es|s|e)$/, "");
  return stem.length < 3 || word.endsWith("ss") ? word : stem.replace(/([^ls])\1$/, "$1");
}

/** Groups of words with the same meaning: a search for one finds all. */
const synonyms: readonly (readonly string[])[] = [
  ["webhook", "webhooks", "callback", "ipn", "notification", "notify", "handler"],
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
  ["lost", "cut", "no-response", "timeouts"],
  ["decline", "insufficient-funds", "outcome"],
  ["time", "clock"],
  ["travel", "advance"],
  ["docker", "container", "image"],
  ["port", "4655"],
  ["cards", "card", "magic"],
  ["fake", "magic"],
  ["partial", "part"],
  ["refund", "refunds", "refunded"],
  ["ci", "github", "gitlab", "jenkins", "pipeline"],
  ["mock", "stub", "force", "outcome"],
  ["parallel", "workers", "lane", "isolation"],
  ["production", "live"],
  ["agent", "mcp", "llm", "ai", "claude", "cursor"],
  ["stop", "kill", "quit", "shutdown"],
  ["server", "sandbox"],
  ["received", "arrives", "comes", "missing"],
  ["why", "explain"],
  ["guess", "assumption"],
  ["forward", "advance"],
  ["move", "advance"],
  ["saved", "stored", "token"],
  ["restart", "killed"],
  ["keep", "persist", "data-dir"],
  ["declines", "refused", "fails"],
  ["woocommerce", "wordpress"],
];

/**
 * Pages that name everything once more: reference tables, registers, reports, pages for those who build the sandbox or for agents. They
 * rank lower, because another page explains the name.
 */
const lessOften: Readonly<Record<string, number>> = {
  conformance: 0.3,
  "conformance-shops": 0.2,
  verdicts: 0.4,
  assumptions: 0.7,
  calibration: 0.4,
  proving: 0.3,
  architecture: 0.3,
  platforms: 0.4,
  postgres: 0.5,
  "around-a-call": 0.4,
  "control-api": 0.5,
  examples: 0.6,
  mcp: 0.3,
  shops: 0.3,
  queues: 0.4,
  signatures: 0.6,
};
/** Parts of the payment API that repeat the same members for each endpoint. */
const REPEATED = 0.4;
const repeats = /^payment-api\.html#(?:answer|example|parameters|refusals-and-declines)-of/;

/** Chapters of a special case that share most of their words with the chapter of the plain case, and those that only lead to others. */
const besides: Readonly<Record<string, number>> = {
  "payment-api.html#declined-sale-by-token-use-a-new-merchantreference": 0.7,
  "outcomes.html#set-the-clock-back-to-now-to-real-time": 0.4,
  "notifications.html#a-whole-program-that-takes-notifications": 0.7,
  "test-tools.html#load-tools": 0.4,
  "notifications.html#when-a-card-is-stored": 0.3,
  "payment-api.html#tokens-list-charge-delete": 0.3,
  "payment-api.html#after-each-answer-to-a-charge-of-a-stored-card": 0.25,
  "payment-api.html#list-the-stored-cards-of-a-user": 0.4,
  "terminal.html#store-a-card-for-a-user-without-a-browser": 0.6,
};

/** Stop words: they don't narrow a search. */
const empty = new Set(
  "a an and any are be been can did do docs documentation does for from get got happen happens how i if in is it me mean means my need no not of on or our shop should some that the there this to want was we what when where which who why will with without would you your".split(
    " ",
  ),
);

/** The maximum number of words, because each takes time. */
const WORDS_MAX = 16;

/** Letters of any language, digits and hyphens within words in lower case, with one space between words. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9\u00aa-\uffff-]+/g, " ")
    .replace(/(?:^| )-+|-+(?= |$)/g, " ")
    .replace(/ +/g, " ")
    .trim();

/** What a word of a query stands for. */
export interface Wanted {
  readonly stem: string;
  readonly synonyms: readonly string[];
}

/** The words that narrow a search, each once. */
export const wantedBy = (text: string): readonly Wanted[] =>
  stemsIn(text).map((stem) => ({ stem, synonyms: synonymsOf(stem) }));

/** The stems of the words that narrow a search, each once. */
export function stemsIn(text: string): readonly string[] {
  const words = plain(text)
    .split(" ")
    .filter((word) => /[^-]/.test(word));
  // A single letter says little, so it is searched only if there is no other word. A digit may be an exit code.
  const telling = words.filter((word) => (word.length > 1 || /\d/.test(word)) && !empty.has(word));
  const stems = new Set((telling.length === 0 ? words.slice(0, 1) : telling).map(stemOf));
  return [...stems].slice(0, WORDS_MAX);
}

function synonymsOf(stem: string): readonly string[] {
  const others = new Set(
    synonyms
      .map((same) => same.map(stemOf))
      .filter((same) => same.includes(stem))
      .flat(),
  );
  others.delete(stem);
  return [...others];
}

/** How much a chapter counts. */
export const weightOf = (address: string): number =>
  (lessOften[address.replace(/\.html.*$/, "")] ?? 1) * (repeats.test(address) ? REPEATED : 1) * (besides[address] ?? 1);

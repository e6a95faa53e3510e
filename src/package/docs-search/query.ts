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
  "http-clients": 0.7,
  "test-tools": 0.5,
};
/** Stop words: they don't narrow a search. */
const empty = new Set(
  "a about an and any are be been can did do docs documentation does for from get got happen happens how i if in is it me mean means my need no not of on or our shop should some that the there this to versus vs want was we what when where which who why will with would you your".split(
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
  /** How much it counts. */
  readonly counts: number;
}

/** The words that narrow a search, each once. */
export function wantedBy(text: string): readonly Wanted[] {
  const stems = stemsIn(text);
  const isBeside = (stem: string): boolean => languages.has(stem) && stems.some((other) => !languages.has(other));
  return stems.map((stem) => ({ stem, synonyms: synonymsOf(stem), counts: isBeside(stem) ? LANGUAGE : 1 }));
}

/** "void order php" asks for a void: most chapters answer in every language. */
const languages = new Set(["java", "javascript", "node", "nodejs", "php", "python", "typescript"]);
const LANGUAGE = 0.4;

/** Whether a word narrows a search: a single letter says little, but a digit may be an exit code. */
export const isTelling = (word: string): boolean => (word.length > 1 || /\d/.test(word)) && !empty.has(word);

/** The stems of the words that narrow a search, each once. */
export function stemsIn(text: string): readonly string[] {
  const words = plain(text)
    .split(" ")
    .filter((word) => /[^-]/.test(word));
  const telling = words.filter(isTelling);
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
export const weightOf = (address: string): number => lessOften[address.slice(0, address.indexOf(".html"))] ?? 1;

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
  "a about an and any are be been can did do docs documentation does for from get got happen happens how i if in is it me mean means my need no not of on or our several shop should some that the there this to versus vs want was we what when where which who why will with would you your".split(
    " ",
  ),
);

/** The field's words in Chinese, in both scripts, as a shop in Hong Kong types them. Longer ones stand before their parts. */
const chinese: readonly (readonly [words: RegExp, english: string])[] = [
  [/退款|退錢|退钱/g, "refund"],
  [/撤[銷销]|作[廢废]/g, "void"],
  [/拒[絕绝]|失[敗败]/g, "declined"],
  [/[簽签驗验][名簽签章]/g, "signature"],
  [/通知|回[調调]/g, "webhook"],
  [/收[銀银][台臺]|[結结][帳账賬]|付款[頁页]面?/g, "checkout page"],
  [/[結结清]算/g, "settlement"],
  [/[測测][試试]卡/g, "test cards"],
  [/信用卡|[銀银]行卡/g, "card"],
  [/令牌|代[幣币]/g, "token"],
  [/定期|[訂订][閱阅]/g, "recurring"],
  [/[冪幂]等|重[複复]/g, "idempotency"],
  [/超[時时]|逾[時时]/g, "timeout"],
  [/密[鑰钥]|公[鑰钥]|私[鑰钥]/g, "key"],
  [/[訂订][單单]/g, "order"],
  [/[對对][帳账賬]/g, "reconcile"],
  [/取消/g, "cancel"],
  [/支付|付款/g, "pay"],
  [/[測测][試试]/g, "test"],
  [/沙盒|沙箱/g, "sandbox"],
];

/** The query with the field's Chinese words in English. They need no spaces around them. */
export const inEnglish = (query: string): string =>
  /\p{Script=Han}/u.test(query)
    ? chinese.reduce((text, [words, english]) => text.replace(words, ` ${english} `), query).trim()
    : query;

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

/** The stem of a word and its synonyms. */
export const formsOf = ({ stem, synonyms }: Wanted): readonly string[] => [stem, ...synonyms];

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

import { distance } from "fastest-levenshtein";

/** What people call a fault, a status, an action or a member of ours. No letters in common would tell which is meant. */
const otherWords: Readonly<Record<string, string>> = {
  timeout: "no-response",
  "rate-limit": "http-429",
  "too-many-requests": "http-429",
  reset: "connection-reset",
  paid: "SUCCESS",
  captured: "SUCCESS",
  pending: "OPEN",
  expired: "CLOSED",
  copy: "copies",
  op: "operation",
  reference: "merchantReference",
  status: "orderStatus",
  card: "cardType",
  date: "from",
  day: "from",
  since: "from",
  until: "to",
};

/**
 * The known name that was probably meant, if one is similar enough. Paths are compared part by part, because a query and
 * a sale of one group are not similar. If nothing is, the same last part of another path is meant.
 */
export function similar(text: string, known: readonly string[]): { didYouMean?: string } {
  const lower = text.toLowerCase();
  const meant = otherWords[lower];
  if (meant !== undefined && known.includes(meant)) return { didYouMean: meant };
  const begun =
    lower.length < BEGUN_MIN || lower.includes("/") ? [] : known.filter((name) => name.toLowerCase().startsWith(lower));
  if (begun.length === 1) return { didYouMean: begun[0]! };
  for (const differing of lower.includes("-") ? [0, 1] : []) {
    const worded = known.filter((name) => hasWords(name.toLowerCase(), lower, differing));
    if (worded.length === 1) return { didYouMean: worded[0]! };
  }
  const near = known.flatMap((name) => {
    const steps = stepsBetween(lower, name.toLowerCase());
    return steps === undefined ? [] : [{ name, steps, isBegun: name.toLowerCase().startsWith(lower) }];
  });
  const [best] = near.sort((a, b) => Number(b.isBegun) - Number(a.isBegun) || a.steps - b.steps);
  const last = lower.split("/").at(-1)!;
  const didYouMean =
    best?.name ?? (/[a-z]/.test(last) ? known.find((name) => name.toLowerCase().endsWith(`/${last}`)) : undefined);
  return didYouMean === undefined ? {} : { didYouMean };
}

/**
 * True if the name has all words of the text, as `insufficient-unsettled-balance` has those of `insufficient-balance`. So many
 * letters of a long word may differ.
 */
function hasWords(name: string, text: string, differing: number): boolean {
  const words = name.split("-");
  return text
    .split("-")
    .every((word) => words.some((one) => distance(one, word) <= (word.length < LONG_WORD ? 0 : differing)));
}

const LONG_WORD = 4;

/** So many letters are the beginning of one name, and no other name. */
const BEGUN_MIN = 6;

/** How many characters differ. Undefined if they are too many. */
function stepsBetween(text: string, name: string): number | undefined {
  const [parts, others] = [text.split("/"), name.split("/")];
  if (parts.length > 1 && parts.length === others.length) {
    const each = parts.map((part, i) => (part === others[i] ? 0 : stepsBetween(part, others[i]!)));
    return each.reduce<number | undefined>(
      (sum, steps) => (sum === undefined || steps === undefined ? undefined : sum + steps),
      0,
    );
  }
  const near = Math.max(2, Math.floor(name.length / 3));
  // A name of one letter, such as the 0 of a duration, is similar to every short text. At least as many characters must
  // be added or removed as one is longer, so long texts need no comparison.
  if (name.length < 2 || Math.abs(name.length - text.length) > near) return undefined;
  const steps = distance(text, name);
  return steps <= near && steps < name.length ? steps : undefined;
}

/** Shorter names, such as an item's `name`, end too many others. */
const END_MIN = 6;

/** The known name that ends a longer one, such as the amount of refundAmount. */
export const knownEnding = (name: string, known: readonly string[]): string | undefined =>
  known.find((one) => one.length >= END_MIN && name.toLowerCase().endsWith(one.toLowerCase()));

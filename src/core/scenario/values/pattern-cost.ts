/** The limit for one regex, in estimated instructions. Compiling such a regex takes about 10 ms. */
export const regexCostMax = 2_000;
/** The limit for all regexes of a document or a lane together. */
export const patternsCostMax = 20_000;
/** Even a very short regex needs its own tables when compiled. */
const LEAST = 40;
/** A Unicode class, such as \p{L}, compiles to a long list. */
const UNICODE_CLASS = 20;

/**
 * Estimates the instructions of a value's regexes; an atom repeated up to n times counts n times. Stops once the sum
 * is too large.
 */
export function patternsCost(value: unknown): number {
  let sum = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && sum <= patternsCostMax) {
    const one = waiting.pop();
    if (typeof one === "string") sum += patternCost(one);
    else if (typeof one === "object" && one !== null) for (const inner of Object.values(one)) waiting.push(inner);
  }
  return sum;
}

/** True for a text of the form `/regex/`. */
export const isRegex = (text: string): boolean => text.length > 2 && text.startsWith("/") && text.endsWith("/");

/** The same for one text. 0 if it is no regex. */
export const patternCost = (text: string): number => (isRegex(text) ? Math.max(LEAST, regexCost(text)) : 0);

/** Matches one step: an atom, the start or end of a group, or a repetition of the last atom. */
const STEP = /\\[pP](?:\{[^}]*\}|.)|\\.|\[(?:\\.|[^\]\\])*\]?|\{(\d+)(?:,(\d*))?\}|[()]|./gs;

function regexCost(source: string): number {
  /** The cost so far of each open group. `last` is the cost of the atom that a repetition repeats. */
  const groups = [0];
  let last = 0;
  const add = (cost: number): void => {
    groups[groups.length - 1]! += cost;
    last = cost;
  };
  for (const [step, least, most] of source.matchAll(STEP)) {
    if (step === "(") groups.push(1);
    else if (step === ")" && groups.length > 1) add(groups.pop()!);
    else if (least !== undefined) add(last * Math.max(Number(most || least), 1));
    else if (step.startsWith("[")) add(2 + step.length / 2 + UNICODE_CLASS * (step.split(/\\[pP]/).length - 1));
    else add(/^\\[pP]/.test(step) ? UNICODE_CLASS : 1);
    if (groups.length === 1 && groups[0]! > patternsCostMax) break;
  }
  return groups.reduce((sum, cost) => sum + cost, 0);
}

/** The fault if all regexes together are too large, else undefined. */
export const patternsProblem = (cost: number): string | undefined =>
  cost > patternsCostMax
    ? `the regexes are too large together: at most ${patternsCostMax / LEAST} short ones, or fewer long ones`
    : undefined;

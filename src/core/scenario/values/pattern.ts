import { isRegex, patternCost, regexCostMax } from "./pattern-cost.js";

/** Returns whether a text matches a pattern of the scenario language. */
export type TextTest = (text: string) => boolean;

type RegexEngine = typeof import("re2js").RE2JS;
let engine: RegexEngine | undefined;

/**
 * Loads the regex engine once, if `value` contains a text of the form `/regex/`. Await it before you check or compile
 * rules from outside. Users' regexes run on RE2, in linear time, so that a rule can't hang the server. RE2 is large,
 * so the start doesn't load it.
 */
export async function loadRegexesFor(value: unknown): Promise<void> {
  if (!engine && holdsRegex(value)) engine = (await import("re2js")).RE2JS;
}

/** Longer texts aren't searched for a regex, because loading the engine is faster. */
const LOOKED_AT_MAX = 65_536;
const opener = /(?:^|[\s"':,{[])\//;
const closer = /\/(?=$|["'\s,}\]])/g;
/** An escaped slash, as JSON or YAML may write it. */
const escapedSlash = /\\(?:\/|u002f|U0000002f|x2f)/i;

/** True if the text may contain a regex. The text may be a whole file. A wrong guess only loads the engine needlessly. */
function isIn(text: string): boolean {
  if (text.length > LOOKED_AT_MAX) return true;
  if (escapedSlash.test(text)) return true;
  const start = opener.exec(text);
  if (!start) return false;
  const first = start.index + start[0].length - 1;
  let last = -1;
  for (const { index } of text.matchAll(closer)) last = index;
  return last > first + 1;
}

function holdsRegex(value: unknown): boolean {
  if (typeof value === "string") return isIn(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsRegex);
}

/** The source of a `/regex/`, or undefined for other texts. */
const regexOf = (text: string): string | undefined => (isRegex(text) ? text.slice(1, -1) : undefined);

/** The only text that a pattern matches, if case counts. Undefined if there may be others. */
export const onlyTextOf = (pattern: string): string | undefined =>
  isRegex(pattern) || pattern.includes("*") ? undefined : pattern;

/** The fault of a pattern, or undefined. */
export function patternProblem(pattern: string): string | undefined {
  const source = regexOf(pattern);
  if (source === undefined) return undefined;
  if (patternCost(pattern) > regexCostMax) return `it is too large: at most ${regexCostMax} instructions`;
  const RE2 = loaded();
  try {
    RE2.compile(source);
    return undefined;
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
}

/** A test for a pattern: `/regex/` (found anywhere in the text), a text with `*` for any run of characters, or the text itself. */
export function compilePattern(pattern: string, { ignoreCase = false } = {}): TextTest {
  const source = regexOf(pattern);
  if (source !== undefined) {
    const RE2 = loaded();
    const regex = RE2.compile(source, ignoreCase ? RE2.CASE_INSENSITIVE : 0);
    return (text) => regex.test(text);
  }
  const wanted = ignoreCase ? pattern.toLowerCase() : pattern;
  const glob = compileGlob(wanted);
  return ignoreCase ? (text) => glob(text.toLowerCase()) : glob;
}

function loaded(): RegexEngine {
  if (!engine) throw new Error("expected loadRegexesFor to have been awaited before a regex is compiled");
  return engine;
}

/**
 * Finds the parts between the stars in turn, each as far left as possible. This takes linear time and needs no regex.
 */
export function compileGlob(glob: string): TextTest {
  if (!glob.includes("*")) return (text) => text === glob;
  const pieces = glob.split("*");
  const head = pieces[0] as string;
  const tail = pieces.at(-1) as string;
  const middle = pieces.slice(1, -1);
  return (text) => {
    if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
    const end = text.length - tail.length;
    let from = head.length;
    for (const piece of middle) {
      const at = text.indexOf(piece, from);
      if (at === -1 || at + piece.length > end) return false;
      from = at + piece.length;
    }
    return true;
  };
}

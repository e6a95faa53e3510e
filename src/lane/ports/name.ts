import { compileGlob } from "../../core/scenario/values/pattern.js";

/**
 * Whether a text may name a lane or a snapshot. Names become file names, so paths and special characters are not
 * allowed.
 */
export const isName = (text: string): boolean => /^[A-Za-z0-9._-]{1,64}$/.test(text) && text !== "." && text !== "..";

/** The lane of a path without a lane's name. */
export const DEFAULT_LANE = "default";

/** The rule for names, for messages and docs. */
export const NAME_RULE = "letters, digits, '.', '_' and '-', up to 64";

/** The rule, with the name that was probably meant, such as feature-x for feature/x. */
export function nameRuleFor(text: string): string {
  const meant = text
    .slice(0, 64)
    .replace(/(?:%[0-9A-F]{2}|[^A-Z0-9._])+/gi, "-")
    .replace(/^-|-$/g, "");
  // Of a name in another script little is left.
  return isName(meant) && meant.length * 2 > text.length ? `${NAME_RULE}, such as ${meant}` : NAME_RULE;
}

/** Returns the name. Throws if an earlier check should have refused it. */
export function assertName(name: string): string {
  if (!isName(name)) throw new Error(`expected a name of ${NAME_RULE}, found ${JSON.stringify(name.slice(0, 100))}`);
  return name;
}

/** An id in a path or a query. Undefined if the text can't be an id. */
export const readId = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined;

/** True for a text that stands for several names. */
export const isPattern = (text: string): boolean => text.includes("*");

/** True if a name fits a pattern, in which `*` stands for any text. */
export const fitsPattern = (pattern: string, name: string): boolean => compileGlob(pattern)(name);

/** True if a name may fit both patterns, which have a star. Between their first and last stars there is room for all parts of both. */
export function canMeet(one: string, other: string): boolean {
  const [a, b] = [one.split("*"), other.split("*")];
  const [begin, end] = [
    [a[0]!, b[0]!],
    [a.at(-1)!, b.at(-1)!],
  ] as const;
  return (
    Math.min(a.length, b.length) > 1 &&
    (begin[0]!.startsWith(begin[1]!) || begin[1]!.startsWith(begin[0]!)) &&
    (end[0]!.endsWith(end[1]!) || end[1]!.endsWith(end[0]!))
  );
}

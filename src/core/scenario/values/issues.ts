import type * as z from "zod";
import { assumptions } from "../../facts/assumptions.js";
import { membersAt, nodesAt, type SchemaNode, valueAt } from "./schema-node.js";
import { similar } from "./similar.js";

/** A fault in words, for the author of the text. */
export interface Described {
  readonly what: string;
  readonly expected?: string;
  readonly didYouMean?: string;
  /** The next step, in the schema's own words. */
  readonly fix?: string;
}

/** A schema's objection. */
export interface Objection extends Described {
  readonly path: readonly PropertyKey[];
  /** Set if the member itself is unknown, as opposed to a wrong value. */
  readonly unknownMember?: string;
}

type Issue = z.core.$ZodIssue;

/** A scalar as its text has it: parsing makes 9007199254740992 of 9007199254740993. Undefined if nobody knows. */
export type Written = (path: readonly PropertyKey[]) => string | undefined;

interface HowToObject {
  readonly written?: Written | undefined;
  /** True if no value may be quoted, nor a member's name that is like no known one: it may be a secret. */
  readonly hidesValues?: boolean | undefined;
  /** How many unknown members of one object to tell. All when left out. */
  readonly keysMax?: number | undefined;
}

/** The faults of `value`, one objection each, in schema order. */
export function objections(
  issues: readonly Issue[],
  value: unknown,
  schema: SchemaNode,
  how: HowToObject = {},
): readonly Objection[] {
  const found = issues.flatMap((issue) => dive(issue)).flatMap((issue) => objection(issue, value, schema, how));
  const misspelt = new Set(
    found.flatMap(({ path, unknownMember, didYouMean }) =>
      unknownMember === undefined || didYouMean === undefined ? [] : [pathText([...path, didYouMean])],
    ),
  );
  const around = new Set(
    found.flatMap(({ path, unknownMember }) => (unknownMember === undefined ? [] : pathText(path))),
  );
  // A misspelt member needs no second objection that says it is missing, or that its object has too few.
  return found.filter(
    ({ path, unknownMember }) =>
      unknownMember !== undefined ||
      (valueAt(value, path) === undefined ? !misspelt.has(pathText(path)) : !around.has(pathText(path))),
  );
}

const isAssumption = (name: string): boolean => assumptions.some(({ id }) => id === name);
const CHOSEN = "an assumption with choices (docs: assumptions)";

/**
 * For a union, descends into the branch that fits the value's type best: its objection is more precise than the
 * union's.
 */
function dive(issue: Issue): readonly Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const inside = issue.errors.find((branch) => branch.length > 0 && branch.every(isInside));
  if (!inside) return [issue];
  return inside.flatMap((inner) => dive({ ...inner, path: [...issue.path, ...inner.path] } as Issue));
}

const isInside = (issue: Issue): boolean =>
  issue.path.length > 0 || issue.code === "unrecognized_keys" || (issue.code === "custom" && issue.path.length === 0);

function objection(
  issue: Issue,
  value: unknown,
  schema: SchemaNode,
  { written, hidesValues = false, keysMax }: HowToObject,
): readonly Objection[] {
  if (issue.code === "unrecognized_keys") {
    const known = membersAt(schema, issue.path, value);
    const around = issue.path.length === 0 ? "" : ` in ${pathText(issue.path)}`;
    return issue.keys.slice(0, keysMax).map((key) => {
      const member = [...issue.path, key];
      if (isAssumption(key) && known.length > 0 && known.every(isAssumption))
        return { path: member, what: `${pathText(member)} has no other choice`, expected: CHOSEN };
      const meant = similar(key, known);
      return {
        path: issue.path,
        unknownMember: key,
        what: `unknown member${hidesValues && meant.didYouMean === undefined ? "" : ` ${JSON.stringify(key)}`}${around}`,
        ...(known.length === 0 ? { expected: "no such member" } : expectedOneOf(known, meant)),
        ...meant,
      };
    });
  }
  const { path } = issue;
  const found = valueAt(value, path);
  const member = pathText(path) || "the document";
  if (hidesValues && found !== undefined)
    return [{ path, what: `${member} is ${withoutValue(issue, found)}`, ...expectedOf(issue) }];
  if (isFault(issue)) return [{ path, ...issue.params }];
  const isSecret = kindOfSecret(path, found) !== undefined;
  const number = typeof found === "number" && !isSecret ? (written?.(path) ?? String(found)) : undefined;
  const what = `${member} ${number === undefined ? state(issue, found) : `is ${short(number)}`}`;
  const fix = issue.code === "custom" ? (issue.params?.fix as string | undefined) : undefined;
  const meant = typeof found === "string" ? similar(found, namesIn(issue)) : {};
  const expected = wholeAt(schema, issue, value) ?? expectedBy(issue);
  return [{ path, what, expected, ...meant, ...(fix !== undefined && { fix }) }];
}

function state(issue: Issue, found: unknown): string {
  const { code, path } = issue;
  if (found === undefined && path.length > 0) return "is missing";
  if (code === "custom" && issue.params?.isSecret === true) return `is ${issue.params.means ?? "another text"}`;
  if (code === "too_big" && Array.isArray(found)) return `has ${found.length} entries`;
  if (code === "invalid_type" && kinds[issue.expected] === kinds.object && Array.isArray(found) && found.length === 0)
    return "is [] (PHP: (object) [] is the empty object)";
  return `is ${kindOfSecret(path, found) ?? brief(found)}`;
}

/** The kind of a value that may be a secret. A number that is too small or too large is none. */
function withoutValue(issue: Issue, found: unknown): string {
  const { code } = issue;
  if (code === "custom" && issue.params?.isSecret === true) return String(issue.params.means ?? "another text");
  if (typeof found === "number" && (code === "too_small" || code === "too_big")) return String(found);
  return kindOf(found);
}

function kindOf(found: unknown): string {
  if (Array.isArray(found)) return "a list";
  if (typeof found === "string") return "another text";
  return typeof found === "object" ? "an object" : `a ${typeof found}`;
}

/** Members of settings whose values are never quoted, because faults are logged. */
const SECRET = /^(adminTokens?|token|notificationKey)$/;
const withoutSecrets = (key: string, value: unknown) => (SECRET.test(key) && typeof value !== "object" ? "…" : value);

/** The kind of value that such a member has. Undefined for any other member. */
function kindOfSecret(path: readonly PropertyKey[], found: unknown): string | undefined {
  if (!SECRET.test(path.findLast((step) => typeof step === "string") ?? "")) return undefined;
  return kindOf(found);
}

/** So many names hide the one that was probably meant, and are left out then. */
const LISTED_MAX = 50;

const expectedOneOf = (known: readonly string[], { didYouMean }: Pick<Described, "didYouMean">) =>
  didYouMean !== undefined && known.length > LISTED_MAX ? {} : { expected: `one of ${known.join(", ")}` };

type Fault = z.core.$ZodIssueCustom & { readonly params: Described & Record<string, unknown> };

/** An objection that a schema words itself. It is more precise than "expected x". */
export const fault = (what: string, rest: Omit<Described, "what"> = {}) => ({
  code: "custom" as const,
  message: sentence({ what, ...rest }),
  params: { what, ...rest },
});

export const isFault = (issue: Issue): issue is Fault =>
  issue.code === "custom" && typeof issue.params?.what === "string";

/** Formats "fault, expected x; did you mean y? (fix)". */
export const sentence = ({ what, expected, didYouMean, fix }: Described): string =>
  [
    what,
    expected === undefined ? "" : `, expected ${expected}`,
    didYouMean === undefined ? "" : `; did you mean ${didYouMean}?`,
    fix === undefined ? "" : ` (${fix})`,
  ].join("");

/** The values that it allows, or of which a refinement says that they are the known ones. */
function namesIn(issue: Issue): readonly string[] {
  if (issue.code === "custom") return issue.params?.names ?? [];
  return issue.code === "invalid_union" ? issue.errors.flat().flatMap(valuesOf) : valuesOf(issue);
}
const valuesOf = (issue: Issue): readonly string[] => (issue.code === "invalid_value" ? issue.values.map(String) : []);

/** What an objection expected, without the schema's own words about the value. */
const expectedOf = (issue: Issue): Pick<Described, "expected"> =>
  isFault(issue) ? { expected: issue.params.expected ?? "another value" } : { expected: expectedBy(issue) };

function expectedBy(issue: Issue): string {
  const values = valuesOf(issue);
  if (values.length > 1) return `one of ${values.join(", ")}`;
  // A bare word reads as a part of the sentence.
  if (issue.code === "invalid_value" && values.length === 1) return JSON.stringify(issue.values[0]);
  if (isLimit(issue)) return limitText(issue);
  const own = issue.message.replace(/^[A-Z][a-z ]*: (?:expected )?/, "").replace(/, received .*$/, "");
  return kinds[own] ?? own;
}

type Limit = z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig;

/** True for a limit in the words of the schema library, which are symbols. A schema's own words stay. */
const isLimit = (issue: Issue): issue is Limit =>
  (issue.code === "too_small" || issue.code === "too_big") && /^Too (small|big): /.test(issue.message);

/** Such as "a number of at least 1", or "a text of at most 64 characters". */
function limitText(issue: Limit): string {
  const { origin, inclusive = true } = issue;
  const limit = Number(issue.code === "too_small" ? issue.minimum : issue.maximum);
  const words = issue.code === "too_small" ? ["at least", "more than"] : ["at most", "less than"];
  const most = `${words[inclusive ? 0 : 1]} ${limit}`;
  if (origin === "string") return `a text of ${most} character${limit === 1 ? "" : "s"}`;
  if (origin === "number" || origin === "int") return `a number of ${most}`;
  return `${most} ${limit === 1 ? "entry" : "entries"}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  "Invalid input": "another value",
};

/** True if it names only the type of a value, which an example explains. */
export const isKind = (expected: string | undefined): boolean =>
  expected !== undefined && Object.values(kinds).includes(expected);

/** `rules[0].when.amount` */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.map((step, i) => (typeof step === "number" ? `[${step}]` : `${i > 0 ? "." : ""}${String(step)}`)).join("");

const brief = (value: unknown): string => short(jsonOf(value) ?? "nothing");

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Undefined if a parsed text is nested too deep to be serialised. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, withoutSecrets);
  } catch (error) {
    if (error instanceof RangeError) return "nested too deep to be told";
    throw error;
  }
}

/** Such as "a whole number, from 1": to the schema library a text in its place only lacks a number. */
function wholeAt(schema: SchemaNode, issue: Issue, value: unknown): string | undefined {
  if (issue.code !== "invalid_type" || issue.expected !== "number") return undefined;
  const found = nodesAt(schema, issue.path, value).find(({ type }) => type !== undefined);
  if (found?.type !== "integer") return undefined;
  const { minimum = Number.MIN_SAFE_INTEGER } = found;
  return minimum === Number.MIN_SAFE_INTEGER ? kinds.int : `${kinds.int}, from ${minimum}`;
}

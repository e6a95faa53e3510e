import type { Context } from "hono";
import * as z from "zod";
import {
  dive,
  isFault,
  type Objection,
  objections,
  pathText,
  type SchemaNode,
  sentence,
  similar,
  valueAt,
  type Written,
} from "../../../core/scenario/values/issues.js";
import { patternsCost, patternsProblem } from "../../../core/scenario/values/pattern-cost.js";
import { namedObject } from "../../../core/scenario/values/public-schemas.js";
import { NAME_RULE } from "../../../lane/ports/name.js";
import { text } from "../../../lane/views/schemas/schema-parts.js";
import { jsonProblem } from "../../../package/json-fault.js";
import { type JsonPath, scanJson } from "../../../package/json-scan.js";

type RefusedHttp = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 429 | 500 | 503;

/** An error of the control API: the fault and its fix. */
export function failure(c: Context, http: RefusedHttp, code: string, message: string, fix: string): Response {
  return c.json({ code, message, fix }, http);
}

/** The same as a value, for code that doesn't know HTTP. */
export interface ControlRefusal {
  readonly status: RefusedHttp;
  readonly refusal: Readonly<z.output<typeof errorSchema>>;
}

export const refuse = (status: RefusedHttp, code: string, message: string, fix: string): ControlRefusal => ({
  status,
  refusal: { code, message, fix },
});

export const notFound = (what: string, fix: string): ControlRefusal =>
  refuse(404, "not-found", `there is no ${what}`, fix);

/** The same, with the name that was probably meant. */
export const noSuch = (kind: string, name: string, known: readonly string[], fix: string): ControlRefusal =>
  refuse(404, "not-found", sentence({ what: `there is no ${kind} ${name}`, ...similar(name, known) }), fix);

/** The refusal of an invalid name of a lane or snapshot. */
export const noName = (name: string): ControlRefusal =>
  refuse(400, "invalid-name", `name: ${JSON.stringify(name.slice(0, 100))} is not a valid name`, `use ${NAME_RULE}`);

type Checked<S extends z.ZodType> = { readonly value: z.output<S> } | ControlRefusal;

/** Parses and checks JSON. An empty text counts as {}. `max`: how many entries a list may have. */
export function readJson<S extends z.ZodType>(text: string, schema: S, max = entriesMax): Checked<S> {
  let value: unknown = {};
  try {
    if (text.trim() !== "") value = JSON.parse(text);
  } catch {
    return refuse(400, "invalid-json", `the body is ${jsonProblem(text)}`, "send a JSON object");
  }
  const tooLarge =
    tooManyEntries(value, max) ?? (text.includes("/") ? patternsProblem(patternsCost(value)) : undefined);
  if (tooLarge) return refuse(400, "too-large", tooLarge, "send less");
  return check(value, schema, text);
}

/** A value as the body has it. Scans for one path, because a body may nest without end. */
const writtenIn =
  (text: string): Written =>
  (path) => {
    let written: string | undefined;
    const isThere = (at: JsonPath): boolean => at.length === path.length && at.every((name, i) => name === path[i]);
    scanJson(text, {
      value: (at, start, end) => {
        if (isThere(at)) written = text.slice(start, end);
      },
    });
    return written;
  };

/** Longer lists and objects are refused unchecked, because each entry could cause an issue of its own. */
const entriesMax = 2_000;

function tooManyEntries(value: unknown, max: number): string | undefined {
  const own = entriesOf(value);
  const inside = own === 0 || own > max ? [] : Object.values(value as object);
  const most = inside.map(entriesOf).reduce((a, b) => Math.max(a, b), own);
  return most > max ? `a list or an object has ${most} entries, at most ${max} are allowed` : undefined;
}

const entriesOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? Object.keys(value).length : 0;

/** A parsed value, or its faults. `text`: what it was parsed from. */
export function check<S extends z.ZodType>(value: unknown, schema: S, text = ""): Checked<S> {
  const parsed = schema.safeParse(value);
  return parsed.success ? { value: parsed.data } : invalid(parsed.error, { value, text }, schema);
}

interface Body {
  readonly value: unknown;
  readonly text: string;
}

/** How many unknown members an error lists. */
const KEYS_TOLD = 20;
const withFewKeys = <I extends z.core.$ZodIssue>(issue: I): I =>
  issue.code === "unrecognized_keys" ? { ...issue, keys: issue.keys.slice(0, KEYS_TOLD) } : issue;

/** How many faults an error lists. */
const FAULTS_TOLD = 5;

/** Lists the first faults. The code is that of the first. */
function invalid(error: z.ZodError, body: Body, schema: z.ZodType): ControlRefusal {
  const known = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as SchemaNode;
  const issues = error.issues.flatMap(dive);
  const [first, ...others] = issues.slice(0, FAULTS_TOLD).map((issue) => refusalOf(issue, { body, known, issues }));
  const { code, message, fix } = first!.refusal;
  const told = message.split("; ");
  // An unknown member in the place of a missing one is told with that.
  const rest = others
    .map(({ refusal }) => refusal)
    .filter(
      (one, i, all) =>
        !told.includes(one.message.split("; ")[0]!) &&
        !all
          .slice(0, i)
          .concat(first!.refusal)
          .some((other) => isSameMember(one, other)),
    );
  const more = issues.length > FAULTS_TOLD ? [`${issues.length - FAULTS_TOLD} more faults`] : [];
  return refuse(
    400,
    code,
    [message, ...rest.map((one) => one.message), ...more].join("; also "),
    [...new Set([fix, ...rest.map((one) => one.fix)])].join("; "),
  );
}

type Told = ControlRefusal["refusal"];

/** True if both are about the value of one member. The first says enough. */
const isSameMember = ({ code, message }: Told, other: Told): boolean =>
  code !== "unknown-member" && message.split(": ")[0] === other.message.split(": ")[0];

interface Faulty {
  readonly body: Body;
  readonly known: SchemaNode;
  readonly issues: readonly z.core.$ZodIssue[];
}

/**
 * Names the wrong member by its path, such as `given.orders[0].amount`. For an unknown member, suggests a similar
 * name.
 */
function refusalOf(whole: z.core.$ZodIssue, { body: { value, text }, known, issues }: Faulty): ControlRefusal {
  const issue = withFewKeys(whole);
  const found = objections([issue], value, known, { written: writtenIn(text) });
  const [objection] = found;
  const path = pathText(objection!.path);
  const guess =
    objection!.didYouMean === undefined || issue.message.includes("did you mean")
      ? ""
      : `; did you mean ${objection!.didYouMean}?`;
  if (objection!.unknownMember !== undefined) {
    const names = found.map(({ unknownMember }) => (path ? `${path}.${unknownMember}` : unknownMember)).join(", ");
    const members = `remove it, or correct its spelling: ${objection!.expected ?? objection!.didYouMean}`;
    return refuse(400, "unknown-member", `unknown member: ${names}${guess}`, members);
  }
  const where = path || "body";
  const misspelt = misspeltFor(objection!, issues, value);
  return refuse(
    400,
    "invalid-body",
    `${where}: ${wordsOf(issue, objection!, where)}${guess}${misspelt === undefined ? "" : `; unknown member: ${misspelt}; did you mean ${path}?`}`,
    misspelt === undefined
      ? (fixOf(issue) ?? `correct ${path || "the body"}`)
      : `correct the spelling of ${misspelt}: ${path}`,
  );
}

/** The unknown member that stands in the place of a missing one. */
function misspeltFor({ path }: Objection, issues: readonly z.core.$ZodIssue[], value: unknown): string | undefined {
  const name = path.at(-1);
  if (typeof name !== "string" || valueAt(value, path) !== undefined) return undefined;
  const around = pathText(path.slice(0, -1));
  const unknown = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" && pathText(issue.path) === around ? withFewKeys(issue).keys : [],
  );
  const found = unknown.find((key) => similar(key, [name]).didYouMean !== undefined);
  return found === undefined ? undefined : pathText([...path.slice(0, -1), found]);
}

/** The fix that a schema words itself. */
const fixOf = (issue: z.core.$ZodIssue): string | undefined =>
  issue.code === "custom" && typeof issue.params?.fix === "string" ? issue.params.fix : undefined;

/** Formats "is x, expected y". The member's name already stands before it. */
function wordsOf(issue: z.core.$ZodIssue, { what, expected, path }: Objection, where: string): string {
  if (isFault(issue)) return issue.message;
  const name = pathText(path) || "the document";
  const state = what.startsWith(`${name} `) ? what.slice(name.length + 1) : what;
  return expected === undefined ? state : `${state}, expected ${withoutStart(expected, [`${where}: `, "expected "])}`;
}

const withoutStart = (text: string, starts: readonly string[]): string =>
  starts.reduce((rest, start) => (rest.startsWith(start) ? rest.slice(start.length) : rest), text);

/** The body of every refusal of the control API. */
export const errorSchema = namedObject("Error", {
  code: text("the kind of error", "not-found"),
  message: text("the error, as a sentence", "there is no order 7"),
  fix: text("the next step", "GET /_sandbox/orders lists them; check the lane"),
});

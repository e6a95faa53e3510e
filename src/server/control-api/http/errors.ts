import type { Context } from "hono";
import * as z from "zod";
import { type Objection, objections, pathText, sentence, type Written } from "../../../core/scenario/values/issues.js";
import { patternsCost, patternsProblem } from "../../../core/scenario/values/pattern-cost.js";
import { namedObject } from "../../../core/scenario/values/public-schemas.js";
import type { SchemaNode } from "../../../core/scenario/values/schema-node.js";
import { similar } from "../../../core/scenario/values/similar.js";
import { nameRuleFor } from "../../../lane/ports/name.js";
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
  refuse(
    400,
    "invalid-name",
    `name: ${JSON.stringify(name.slice(0, 100))} is not a valid name`,
    `use ${nameRuleFor(name)}`,
  );

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
  return parsed.success ? { value: parsed.data } : invalid(parsed.error, value, text, schema);
}

/** How many unknown members of an object, and how many faults, an error lists. */
const [KEYS_TOLD, FAULTS_TOLD] = [20, 5];

/**
 * Lists the first faults, a line each: one for each wrong member, and one for the unknown members of an object. The code is that of the
 * first.
 */
function invalid(error: z.ZodError, value: unknown, text: string, schema: z.ZodType): ControlRefusal {
  const known = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as SchemaNode;
  const found = objections(error.issues, value, known, { written: writtenIn(text), keysMax: KEYS_TOLD });
  const members = Map.groupBy(found, ({ path, unknownMember }) => `${unknownMember === undefined} ${pathText(path)}`);
  const told = [...members.values()].slice(0, FAULTS_TOLD).map(refusalOf);
  const [{ code, message, fix }] = told as [ControlRefusal["refusal"]];
  if (told.length === 1) return refuse(400, code, message, fix);
  const more = members.size > FAULTS_TOLD ? [`${members.size - FAULTS_TOLD} more faults`] : [];
  return refuse(400, code, [...told.map(withFix), ...more].join("\n"), "correct each of them");
}

/** A fault on a line of its own. Its fix is left out if it says no more. */
const withFix = ({ message, fix }: ControlRefusal["refusal"]): string =>
  /; did you mean .*\?$/.test(message) || message.startsWith(`${fix.replace(/^correct /, "")}: `)
    ? message
    : `${message} (${fix})`;

/** Names the wrong member by its path, such as `given.orders[0].amount`. */
function refusalOf(found: readonly Objection[]): ControlRefusal["refusal"] {
  const { what, expected, didYouMean, fix, unknownMember, ...first } = found[0]!;
  const path = pathText(first.path);
  if (unknownMember !== undefined) {
    const names = found.map((one) => (path ? `${path}.${one.unknownMember}` : one.unknownMember)).join(", ");
    const message = sentence({ what: `unknown member: ${names}`, ...(didYouMean !== undefined && { didYouMean }) });
    return { code: "unknown-member", message, fix: `remove it, or correct its spelling: ${expected ?? didYouMean}` };
  }
  const where = path || "body";
  const words = sentence({
    what: withoutStart(what, [`${path || "the document"} `]),
    ...(expected !== undefined && { expected: withoutStart(expected, [`${where}: `, "expected "]) }),
    ...(didYouMean !== undefined && { didYouMean }),
  });
  return {
    code: "invalid-body",
    message: `${where}: ${words}`,
    fix: fix ?? `correct ${path || "the body"}${exampleIn(expected)}`,
  };
}

/** The example that a schema names, such as the 1d of a duration. */
function exampleIn(expected = ""): string {
  const [, example] = /\bsuch as (?:.* or )?(\{.*\}|\S+)$/.exec(expected) ?? [];
  return example === undefined ? "" : `: for example ${example}`;
}

const withoutStart = (text: string, starts: readonly string[]): string =>
  starts.reduce((rest, start) => (rest.startsWith(start) ? rest.slice(start.length) : rest), text);

/** The body of every refusal of the control API. */
export const errorSchema = namedObject("Error", {
  code: text("the kind of error", "not-found"),
  message: text("the error, as a sentence", "there is no order 7"),
  fix: text("the next step", "GET /_sandbox/orders lists them; check the lane"),
});

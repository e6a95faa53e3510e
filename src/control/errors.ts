import type { Context } from "hono";
import * as z from "zod";
import { type Objection, objections, pathText, type SchemaNode } from "../scenario/issues.js";

type RefusedHttp = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 500 | 503;

/** An error of the control API: what is wrong, and what to do about it. */
export function failure(c: Context, http: RefusedHttp, code: string, message: string, fix: string): Response {
  return c.json({ code, message, fix }, http);
}

/** The same as a value, for what has no part in HTTP. */
export interface Refusal {
  readonly status: RefusedHttp;
  readonly refusal: { readonly code: string; readonly message: string; readonly fix: string };
}

export const refuse = (status: RefusedHttp, code: string, message: string, fix: string): Refusal => ({
  status,
  refusal: { code, message, fix },
});

export const notFound = (what: string, fix: string): Refusal => refuse(404, "not-found", `there is no ${what}`, fix);

type Checked<S extends z.ZodType> = { readonly value: z.output<S> } | Refusal;

/** JSON, checked. An empty text counts as {}. */
export function readJson<S extends z.ZodType>(text: string, schema: S): Checked<S> {
  let value: unknown = {};
  try {
    if (text.trim() !== "") value = JSON.parse(text);
  } catch (error) {
    return refuse(400, "invalid-json", `the body is no JSON: ${(error as Error).message}`, "send a JSON object");
  }
  return check(value, schema);
}

/** A value as its schema makes it, or what is wrong with it. */
export function check<S extends z.ZodType>(value: unknown, schema: S): Checked<S> {
  const parsed = schema.safeParse(value);
  return parsed.success ? { value: parsed.data } : invalid(parsed.error, value, schema);
}

/** Names the member, as `given.orders[0].amount`; an unknown member by its name; and what was probably meant. */
function invalid(error: z.ZodError, value: unknown, schema: z.ZodType): Refusal {
  const [issue] = error.issues;
  const known = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as SchemaNode;
  const found = objections([issue!], value, known);
  const [objection] = found;
  const path = pathText(objection!.path);
  const guess =
    objection!.didYouMean === undefined || issue!.message.includes("did you mean")
      ? ""
      : `; did you mean ${objection!.didYouMean}?`;
  if (objection!.unknownMember !== undefined) {
    const names = found.map(({ unknownMember }) => (path ? `${path}.${unknownMember}` : unknownMember)).join(", ");
    const members = `remove it, or correct its spelling: ${objection!.expected}`;
    return refuse(400, "unknown-member", `unknown member: ${names}${guess}`, members);
  }
  const where = path || "body";
  return refuse(
    400,
    "invalid-body",
    `${where}: ${wordsOf(issue!, objection!, where)}${guess}`,
    `correct ${path || "the body"}`,
  );
}

/** A schema's own words where it has some; without the member's name, which stands before them. */
function wordsOf({ message }: z.core.$ZodIssue, { what, expected, path }: Objection, where: string): string {
  const isOfZod = /^(Invalid|Too (big|small)|Unrecognized)/.test(message);
  if (!isOfZod) return message.startsWith(`${where}: `) ? message.slice(where.length + 2) : message;
  const name = pathText(path) || "the document";
  const state = what.startsWith(`${name} `) ? what.slice(name.length + 1) : what;
  return expected === undefined ? state : `${state}, expected ${expected}`;
}

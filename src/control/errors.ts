import type { Context } from "hono";
import type * as z from "zod";

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
  return parsed.success ? { value: parsed.data } : invalid(parsed.error);
}

/** Names the member, as `given.orders[0].amount`; an unknown member by its name. */
function invalid(error: z.ZodError): Refusal {
  const issue = error.issues[0]!;
  const path = issue.path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.map((key) => (path ? `${path}.${key}` : key)).join(", ");
    return refuse(400, "unknown-member", `unknown member: ${names}`, "remove it, or correct its spelling");
  }
  return refuse(400, "invalid-body", `${path || "body"}: ${issue.message}`, `correct ${path || "the body"}`);
}

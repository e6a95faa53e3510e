import type { Context } from "hono";
import type * as z from "zod";

/** An error of the control API: what is wrong, and what to do about it. */
export function failure(
  c: Context,
  http: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 500 | 503,
  code: string,
  message: string,
  fix: string,
): Response {
  return c.json({ code, message, fix }, http);
}

export const notFound = (c: Context, what: string, fix: string): Response =>
  failure(c, 404, "not-found", `there is no ${what}`, fix);

/** The body, checked; or the answer that says what is wrong with it. An empty body counts as {}. */
export async function readJson<S extends z.ZodType>(
  c: Context,
  schema: S,
): Promise<{ readonly value: z.output<S> } | { readonly response: Response }> {
  const text = await c.req.text();
  let value: unknown = {};
  try {
    if (text.trim() !== "") value = JSON.parse(text);
  } catch (error) {
    return {
      response: failure(
        c,
        400,
        "invalid-json",
        `the body is no JSON: ${(error as Error).message}`,
        "send a JSON object",
      ),
    };
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? { value: parsed.data } : { response: invalid(c, parsed.error) };
}

/** The query string, checked. */
export function readQuery<S extends z.ZodType>(
  c: Context,
  schema: S,
): { readonly value: z.output<S> } | { readonly response: Response } {
  const parsed = schema.safeParse(c.req.query());
  return parsed.success ? { value: parsed.data } : { response: invalid(c, parsed.error) };
}

/** Names the member, as `given.orders[0].amount`; an unknown member by its name. */
function invalid(c: Context, error: z.ZodError): Response {
  const issue = error.issues[0]!;
  const path = issue.path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.map((key) => (path ? `${path}.${key}` : key)).join(", ");
    return failure(c, 400, "unknown-member", `unknown member: ${names}`, "remove it, or correct its spelling");
  }
  return failure(c, 400, "invalid-body", `${path || "body"}: ${issue.message}`, `correct ${path || "the body"}`);
}

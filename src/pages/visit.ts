import type { Context } from "hono";
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { Failure } from "../app/ports/store-errors.js";
import { homeOf } from "./addresses.js";
import { isPhone } from "./device.js";
import { formToken } from "./form-token.js";
import { languageOf } from "./language.js";
import { freshNonce, securityHeaders, type Visit } from "./layout.js";
import { isLanguage, type Language } from "./text/index.js";

/** The visit that a request is: its language, and the way home from where the browser stands. */
export function visitOf(c: Context, merchantLanguage: Language | undefined): Visit {
  const session = c.req.param("session") ?? "";
  const asked = c.req.query("lang");
  return {
    language: languageOf(c, merchantLanguage),
    // As the browser sees it: routing may have dropped a lane or a slash at the end.
    home: homeOf(new URL(c.req.url).pathname, session),
    switchedTo: isLanguage(asked) ? asked : undefined,
    nonce: freshNonce(),
    formToken: formToken(session),
    isPhone: isPhone(c),
  };
}

type PageStatus = 200 | 403 | 404 | 413 | 422 | Failure["http"];

/** The page as the answer, under its own nonce. */
export const show = (c: Context, visit: Visit, page: Child, status: PageStatus = 200): Response | Promise<Response> =>
  c.html(html`<!DOCTYPE html>${page}`, status, { ...securityHeaders(visit.nonce), Vary: "Accept-Language" });

export type Fields = Readonly<Record<string, string>>;

/** Text fields of a form; files and everything that is no form count as empty. */
export async function fieldsOf(c: Context): Promise<Fields> {
  try {
    const entries = Object.entries(await c.req.parseBody());
    return Object.fromEntries(entries.filter((e): e is [string, string] => typeof e[1] === "string"));
  } catch {
    return {};
  }
}

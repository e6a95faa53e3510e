import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { pageLanguages } from "../../core/facts/parameters/parameters.js";
import type { Failure } from "../../lane/ports/store-errors.js";
import { homeOf } from "./addresses.js";
import { freshNonce, securityHeaders, type Visit } from "./layout.js";
import { isLanguage, type Language } from "./text/index.js";

/** The data about a request: its language, and the path to the session's page as the browser sees it. */
export function visitOf(c: Context, merchantLanguage: Language | undefined): Visit {
  const session = c.req.param("session") ?? "";
  const asked = c.req.query("lang");
  return {
    language: languageOf(c, merchantLanguage),
    // The browser's path, because routing may have removed a lane or a trailing slash.
    home: homeOf(new URL(c.req.url).pathname, session),
    switchedTo: isLanguage(asked) ? asked : undefined,
    nonce: freshNonce(),
    formToken: formToken(session),
    isPhone: isPhone(c),
  };
}

type PageStatus = 200 | 403 | 404 | 413 | 422 | Failure["http"];

/** Answers with a page and its nonce. */
export const show = (c: Context, visit: Visit, page: Child, status: PageStatus = 200): Response | Promise<Response> =>
  c.html(html`<!DOCTYPE html>${page}`, status, { ...securityHeaders(visit.nonce), Vary: "Accept-Language" });

export type Fields = Readonly<Record<string, string>>;

/** A form's text fields. Files count as empty, and so does a body that isn't a form. */
export async function fieldsOf(c: Context): Promise<Fields> {
  try {
    const fields: Record<string, string> = {};
    for (const [name, value] of Object.entries(await c.req.parseBody()))
      if (typeof value === "string") fields[name] = value;
    return fields;
  } catch {
    return {};
  }
}

/** True if the browser's headers name a phone, which cannot scan its own screen. False for tablets: a phone can scan theirs. */
const isPhone = (c: Context): boolean =>
  c.req.header("Sec-CH-UA-Mobile") === "?1" || /iPhone|iPod|Android.*Mobile/.test(c.req.header("User-Agent") ?? "");

/**
 * The link's `lang`, else the merchant's language, else the first of the browser's languages that the pages support,
 * else English.
 */
export function languageOf(c: Context, merchant: Language | undefined): Language {
  const asked = c.req.query("lang");
  return isLanguage(asked) ? asked : (merchant ?? preferred(c));
}

/** Any kind of Chinese gets our Chinese texts, any kind of English our English ones. */
const preferred = (c: Context): Language =>
  accepts(c, {
    header: "Accept-Language",
    supports: [...pageLanguages],
    default: "en",
    match: (ranges, { default: other }) => {
      for (const { type, q } of ranges) {
        const spoken = pageLanguages.find((language) => primaryOf(language) === primaryOf(type));
        if (spoken && q > 0) return spoken;
      }
      return other;
    },
  }) as Language;

function primaryOf(tag: string): string {
  const primary = tag.toLowerCase().split("-")[0]!;
  return CHINESE.test(primary) ? "zh" : primary;
}

/** Cantonese (`yue`), Mandarin (`cmn`) and the other languages that ISO 639-3 counts as Chinese. */
const CHINESE = /^(cdo|cjy|cmn|cnp|cpx|csp|czh|czo|gan|hak|hsn|lzh|mnp|nan|wuu|yue)$/;

/**
 * Proves that a form came from this session's page. Derived from the session, which only people with the link know.
 * So nothing is stored, and a page stays valid when the sandbox restarts.
 */
export const formToken = (session: string): string =>
  createHmac("sha256", session).update("payment-sandbox form").digest("base64url").slice(0, 24);

export function isFormToken(session: string, given: unknown): boolean {
  const expected = Buffer.from(formToken(session));
  const actual = Buffer.from(typeof given === "string" ? given : "");
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

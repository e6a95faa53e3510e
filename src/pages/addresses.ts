import { stayingScheme } from "../facts/redirects.js";

/**
 * The way from the address that the browser shows back to the session's own page, relative and without a slash at its
 * end. Relative, because the sandbox may stand below a lane, a proxy's prefix or another base URL.
 */
export function homeOf(path: string, session: string): string {
  const after = path.slice(path.indexOf(`/${session}`) + session.length + 1);
  const depth = after.split("/").length - 1;
  return depth === 0 ? session : `${"../".repeat(depth)}${session}`;
}

/** Where a page of a session stands, as its own links need it. */
export interface Standpoint {
  /** Relative address of the session's own page, without a query. */
  readonly home: string;
  /** The language that the shopper switched to; it goes along with every own address. */
  readonly switchedTo: string | undefined;
}

/** The address of one of the session's own pages, such as `/pay`. */
export function ownAddress(
  { home, switchedTo }: Standpoint,
  path = "",
  query: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams({ ...(switchedTo && { lang: switchedTo }), ...query }).toString();
  return `${home}${path}${search && `?${search}`}`;
}

/** The merchant's address, unchanged; undefined where it would run as a script in our page, or is not absolute. */
export const followable = (url: string | undefined): string | undefined =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  url && /^[a-z][a-z0-9+.-]*:/i.test(url) && stayingScheme(url) === undefined && !/[\u0000-\u001f]/.test(url)
    ? url
    : undefined;

/** What a Location header can carry: ASCII unchanged, the rest as UTF-8 percent escapes, which browsers would send too. */
export const headerSafe = (url: string): string =>
  url.replace(/[^\u0021-\u007e]+/gu, (text) => encodeURIComponent(text.toWellFormed()));

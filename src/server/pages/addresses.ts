import { leadsAway } from "../../core/facts/redirects.js";

/**
 * The relative path from the browser's address back to the session's own page, without a trailing slash. It is
 * relative because the sandbox may be reached through a lane, a proxy's prefix or another base URL.
 */
export function homeOf(path: string, session: string): string {
  const after = path.slice(path.indexOf(`/${session}`) + session.length + 1);
  const depth = after.split("/").length - 1;
  return depth === 0 ? session : `${"../".repeat(depth)}${session}`;
}

/** What the links on a session's page need to lead to the session's other pages. */
export interface Standpoint {
  /** Relative address of the session's own page, without a query. */
  readonly home: string;
  /** The language that the shopper has switched to. It is added to the address of every page of the session. */
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

/** The merchant's address, unchanged. Undefined if it is relative, or would run as a script in our page. */
export const followable = (url: string | undefined): string | undefined => (url && leadsAway(url) ? url : undefined);

/**
 * An address that a Location header can carry. Non-ASCII characters are percent-encoded as UTF-8, as browsers would
 * do.
 */
export const headerSafe = (url: string): string =>
  url.replace(/[^\u0021-\u007e]+/gu, (text) => encodeURIComponent(text.toWellFormed()));

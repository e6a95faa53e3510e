/**
 * The way from the address that the browser shows back to the session's own page, relative and without a slash at its
 * end. Relative, because the sandbox may stand below a lane, a proxy's prefix or another base URL.
 */
export function homeOf(path: string, session: string): string {
  const after = path.slice(path.indexOf(`/${session}`) + session.length + 1);
  const depth = after.split("/").length - 1;
  return depth === 0 ? session : `${"../".repeat(depth)}${session}`;
}

const unsafe = /^\s*(javascript|data|vbscript|blob|file|filesystem|view-source|about):/i;

/** The merchant's address, unchanged; undefined where it would run as a script in our page or is no absolute address. */
export const followable = (url: string | undefined): string | undefined =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  url && /^[a-z][a-z0-9+.-]*:/i.test(url) && !unsafe.test(url) && !/[\u0000-\u001f]/.test(url) ? url : undefined;

/** What a Location header can carry: ASCII unchanged, the rest as UTF-8 percent escapes, which browsers would send too. */
export const headerSafe = (url: string): string =>
  url.replace(/[^\u0021-\u007e]+/gu, (text) => encodeURIComponent(text.toWellFormed()));

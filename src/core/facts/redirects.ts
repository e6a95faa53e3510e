const staying = /^(javascript|data|vbscript|blob|file|filesystem|view-source|about):/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what browsers drop.
const dropped = /[\u0000-\u0020]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, and the first letters of the schemes.
const beginning = /^[\u0000-\u0020jdvbfa]/i;

/**
 * The scheme of an address that runs or shows something inside the browser instead of leading to a shop or an app,
 * such as `javascript:`; undefined for any other address. Browsers drop blanks and control characters before they read it.
 */
export const stayingScheme = (url: string): string | undefined =>
  // Checks the first character first, because that is fast and excludes most addresses: they begin with "http".
  beginning.test(url) ? staying.exec(url.replace(dropped, ""))?.[0].toLowerCase() : undefined;

const staying = /^(javascript|data|vbscript|blob|file|filesystem|view-source|about):/i;

/**
 * The scheme of an address that runs or shows something inside the browser instead of leading to a shop or an app,
 * such as `javascript:`; undefined for any other address. Browsers drop blanks and control characters before they read it.
 */
export const stayingScheme = (url: string): string | undefined =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what browsers drop.
  staying.exec(url.replace(/[\u0000-\u0020]/g, ""))?.[0].toLowerCase();

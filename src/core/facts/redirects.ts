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

/** True if a page can lead there: an absolute address of a site or an app. */
export const leadsAway = (url: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /^[a-z][a-z0-9+.-]*:/i.test(url) && stayingScheme(url) === undefined && !/[\u0000-\u001f]/.test(url);

/** Most shops give such an address, so it is not parsed. */
const usual = /^https?:\/\/[a-z0-9.-]+(:\d{1,4})?([/?#][!-[\]-~]*)?$/i;
const hostWithPort = /^(?!(?:tel|sms|fax|callto|facetime):)[\w.-]+:\d{1,5}([/?#]|$)/i;
const host = /^(localhost|[\w-]+(\.[\w-]+)+)\//i;

/** Why no browser can be led to an address, with the one that was probably meant. Undefined if it can. */
export function unledText(url: string): string | undefined {
  if (usual.test(url)) return undefined;
  if (url === "") return "it is empty. Leave it out, or give an address such as https://shop.example/thanks";
  const isWeb = /^https?:/i.test(url);
  if (leadsAway(url) && !hostWithPort.test(url) && (!isWeb || URL.canParse(url))) return undefined;
  return `expected an address such as ${meant(url)}`;
}

function meant(url: string): string {
  if (hostWithPort.test(url) || host.test(url)) return `http://${url}`;
  if (/^\/\/[\w.-]+/.test(url)) return `https:${url}`;
  return `https://shop.example${/^\/?[\w-][\w./?=&%-]*$/.test(url) ? url.replace(/^\/?/, "/") : "/thanks"}`;
}

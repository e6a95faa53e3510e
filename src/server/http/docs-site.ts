import { readFileSync, statSync } from "node:fs";
import { extname } from "node:path";
import type { Context } from "hono";
import { withUrl } from "../../package/default-url.js";
import { packagePath } from "../../package/files.js";
import { failure } from "../control-api/http/errors.js";
import { pathOf } from "../lanes/lane-path.js";

/** The documentation's folder in the build. */
const SITE = "dist/docs";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".jsonl": "application/jsonl; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};
/** Pages that name the sandbox's address: they show that of the sandbox that serves them. */
const OURS = /^(text\/html|text\/markdown|application\/json)/;

/** Other linked files, such as a PHP shop or a compose file, are shown as plain text. */
const PLAIN = "text/plain; charset=utf-8";

const headers = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
} as const;

/** No path segment starts with a dot, so no path can leave the site. */
const inside = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/** Longer than any page's path. File systems reject names of 256 characters. */
const PATH_MAX = 200;

const isOfSite = (path: string): boolean =>
  path.length <= PATH_MAX &&
  inside.test(path) &&
  statSync(packagePath(`${SITE}/${path}`), { throwIfNoEntry: false })?.isFile() === true;

/** Answers a file of the documentation. `judge` means `judge.html`. */
export function docsSite(c: Context, url: string): Response {
  const [, asked] = /\/_sandbox\/docs\/(.*)$/.exec(pathOf(c.req.raw.url)) ?? [];
  // A relative redirect keeps the prefix of a lane or a proxy.
  if (asked === undefined) return c.redirect("docs/");
  const path = (asked === "" ? ["index.html"] : [asked, `${asked}.html`]).find(isOfSite);
  if (path === undefined)
    return failure(c, 404, "not-found", `there is no page ${asked}`, "GET /_sandbox/docs/llms.txt lists the pages");
  const isExample = path.startsWith("files/") && ![".png", ".svg"].includes(extname(path));
  const type = isExample ? PLAIN : (types[extname(path)] ?? PLAIN);
  const file = readFileSync(packagePath(`${SITE}/${path}`));
  const body = OURS.test(type) && !isExample ? withUrl(file.toString("utf8"), url) : new Uint8Array(file);
  return c.body(body, 200, { ...headers, "Content-Type": type });
}

import { readFileSync, statSync } from "node:fs";
import { extname } from "node:path";
import type { Context } from "hono";
import { failure } from "../control/errors.js";
import { packagePath } from "../package/files.js";
import { pathOf } from "./lane-path.js";

/** Where the build puts the documentation. */
const SITE = "dist/docs";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};
/** Whatever else pages lead to is shown as it reads: a shop in PHP, a compose file. */
const PLAIN = "text/plain; charset=utf-8";

const headers = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
} as const;

/** No part begins with a point: nothing outside of the site is asked for. */
const inside = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/** Longer than the path of any page; a system refuses to look for a name of 256. */
const PATH_MAX = 200;

const isOfSite = (path: string): boolean =>
  path.length <= PATH_MAX &&
  inside.test(path) &&
  statSync(packagePath(`${SITE}/${path}`), { throwIfNoEntry: false })?.isFile() === true;

/** Answers a file of the documentation; `judge` is `judge.html`. */
export function docsSite(c: Context): Response {
  const [, asked] = /\/_sandbox\/docs\/(.*)$/.exec(pathOf(c.req.raw.url)) ?? [];
  // Relative: the prefix of a lane, or of a proxy, stays.
  if (asked === undefined) return c.redirect("docs/");
  const path = (asked === "" ? ["index.html"] : [asked, `${asked}.html`]).find(isOfSite);
  if (path === undefined)
    return failure(c, 404, "not-found", `there is no page ${asked}`, "GET /_sandbox/docs/llms.txt lists the pages");
  const isExample = path.startsWith("files/") && ![".png", ".svg"].includes(extname(path));
  const type = isExample ? PLAIN : (types[extname(path)] ?? PLAIN);
  return c.body(new Uint8Array(readFileSync(packagePath(`${SITE}/${path}`))), 200, {
    ...headers,
    "Content-Type": type,
  });
}

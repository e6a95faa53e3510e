import type { Context, MiddlewareHandler } from "hono";
import { accepts } from "hono/accepts";
import { pathOf } from "./lane-path.js";

/** Redirects a browser from a lane's root or its control API to the console. Lets other clients through. */
export const browserEntrance: MiddlewareHandler = async (c, next) => {
  if (!asksForPage(c)) return next();
  // A relative redirect keeps a proxy's path prefix, which only the browser knows.
  const last = pathOf(c.req.raw.url).split("/").at(-1) ?? "";
  const inside = c.req.path === "/" ? "_sandbox/ui" : "ui";
  return c.redirect(last === "" ? inside : `${last}/${inside}`);
};

/** True if the client explicitly accepts HTML. A client that accepts anything doesn't want a page. */
const asksForPage = (c: Context): boolean =>
  accepts(c, {
    header: "Accept",
    supports: ["text/html"],
    default: "",
    match: (ranges, { default: other }) =>
      ranges.find(({ type, q }) => type.toLowerCase() === "text/html" && q > 0)?.type ?? other,
  }) !== "";

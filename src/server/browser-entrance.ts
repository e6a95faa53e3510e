import type { Context, MiddlewareHandler } from "hono";
import { accepts } from "hono/accepts";
import { pathOf } from "./lane-path.js";

/** Leads a browser from a lane's root, or from its control API, to the console; other clients pass by. */
export const browserEntrance: MiddlewareHandler = async (c, next) => {
  if (!asksForPage(c)) return next();
  // Relative: a proxy's prefix, which only the browser knows, stays.
  const last = pathOf(c.req.raw.url).split("/").at(-1) ?? "";
  const inside = c.req.path === "/" ? "_sandbox/ui" : "ui";
  return c.redirect(last === "" ? inside : `${last}/${inside}`);
};

/** Named as such: a client that takes anything asks for no page. */
const asksForPage = (c: Context): boolean =>
  accepts(c, {
    header: "Accept",
    supports: ["text/html"],
    default: "",
    match: (ranges, { default: other }) =>
      ranges.find(({ type, q }) => type.toLowerCase() === "text/html" && q > 0)?.type ?? other,
  }) !== "";

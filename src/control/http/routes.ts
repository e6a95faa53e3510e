import { type Context, Hono } from "hono";
import { asSeenBy } from "../access/team-context.js";
import { teamOf } from "../access/token-guard.js";
import { calls } from "../calls.js";
import type { ControlContext } from "../context.js";
import { bodyLimit } from "./body-limit.js";
import { failure } from "./errors.js";
import { mount } from "./mount.js";
import { hintFor } from "./unknown-call.js";

/** The control API below /_sandbox. */
export function controlApi(context: ControlContext): Hono {
  const contextOf = (c: Context): ControlContext => ({ ...context, ...asSeenBy(teamOf(c), context) });
  const app = new Hono();
  app.use(bodyLimit);
  app.route("/", mount(calls, context, contextOf));
  app.all("*", (c) =>
    failure(c, 404, "not-found", `there is no ${c.req.method} ${c.req.path}`, hintFor(c.req.method, c.req.path)),
  );
  return app;
}

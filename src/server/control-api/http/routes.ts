import { type Context, Hono } from "hono";
import { similar } from "../../../core/scenario/values/similar.js";
import { asSeenBy } from "../access/team-context.js";
import { teamOf } from "../access/token-guard.js";
import { simulateBody } from "../books/orders.js";
import type { ControlCall } from "../call.js";
import { calls } from "../calls.js";
import type { ControlContext } from "../context.js";
import { bodyLimit } from "./body-limit.js";
import { failure } from "./errors.js";
import { mount } from "./mount.js";

/** The control API below /_sandbox. */
export function controlApi(context: ControlContext): Hono {
  const contextOf = (c: Context): ControlContext => ({ ...context, ...asSeenBy(teamOf(c), context) });
  const app = new Hono();
  app.use(bodyLimit);
  app.route("/", mount(calls, contextOf));
  app.all("*", (c) =>
    failure(c, 404, "not-found", `there is no ${c.req.method} ${c.req.path}`, hintFor(c.req.method, c.req.path)),
  );
  return app;
}

const ALL = "GET /_sandbox/openapi.json lists every call";

/** Where agents are answered. It is no call of the control API. */
const AGENTS: Named = { method: "POST", path: "/mcp" };

/** A misspelt word never leads to a call that empties the lane or deletes: a caller that follows it loses what it looks into. */
const RESET = "/reset";

/** What the server answers beside the control API. */
const beside: ReadonlySet<string> = new Set(["/livez", "/readyz", "/metrics"]);

/** Suggests a call instead of an unknown one: the same path with another method, the same last word, or a similar path. */
function hintFor(method: string, path: string): string {
  const asked = path.slice(path.indexOf("/_sandbox") + "/_sandbox".length);
  if (asked.slice(1).split("/").includes(""))
    return `an id or name in the path is empty: was the call refused that returns it? ${ALL}`;
  const filled = calls.map((call) => ({ method: call.method, path: filledBy(call.path, asked) }));
  // Where agents are answered, an earlier route does it.
  if (asked === AGENTS.path) return "sandboxes of start, exec and mcp answer agents there, and one of a test does not";
  if (beside.has(asked)) return `it is GET ${asked}, without /_sandbox`;
  const methods = filled.filter((call) => call.path === asked).map((call) => `${call.method} /_sandbox${asked}`);
  if (methods.length > 0) return `it is ${methods.join(" or ")}; ${ALL}`;
  const act = method === "POST" ? actIn(asked) : undefined;
  if (act !== undefined) return `did you mean POST /_sandbox${act}? ${ALL}`;
  const last = asked.slice(asked.lastIndexOf("/"));
  const alike = [...filled, AGENTS].filter((call) => call.method !== "DELETE" && call.path !== RESET);
  const byLast = filled.filter((call, i) => call.method === method && calls[i]!.path.endsWith(last));
  const byMethod = alike.filter((call) => call.method === method);
  const meant = nearest(asked, byLast) ?? nearest(asked, byMethod) ?? nearest(asked, alike);
  return meant === undefined ? ALL : `did you mean ${meant.method} /_sandbox${meant.path}? ${ALL}`;
}

type Named = Pick<ControlCall, "method" | "path">;

function nearest(asked: string, of: readonly Named[]): Named | undefined {
  const { didYouMean } = similar(asked, [...new Set(of.map(({ path }) => path))]);
  return of.find(({ path }) => path === didYouMean);
}

/** The call that a path such as /orders/7/pay means: the act is a member of the call that acts on the order. */
function actIn(asked: string): string | undefined {
  const [, id, act] = /^\/orders\/([^/]+)\/([a-z-]+)$/.exec(asked) ?? [];
  const action = simulateBody.shape.action.options.find((one) => one === act);
  return action && `/orders/${id}/simulate {"action":"${action}"}`;
}

/** A call's path, with its parameters replaced by the requested ids. */
function filledBy(template: string, asked: string): string {
  const given = asked.split("/");
  return template
    .split("/")
    .map((part, i) => (part.startsWith("{") ? (given[i] ?? part) : part))
    .join("/");
}

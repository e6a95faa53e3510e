import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { Lane } from "../app/lane.js";
import { failureOf } from "../app/ports/store-errors.js";
import { type AccessGuards, hostGuard, originGuard, tokenGuard } from "../control/access-guards.js";
import type { ControlContext } from "../control/context.js";
import { failure } from "../control/errors.js";
import { controlApi } from "../control/routes.js";
import { lateLoad, NotLoaded } from "../package/late-load.js";
import { fault, merchantApi, type WireOptions } from "../wire/routes.js";
import { browserEntrance } from "./browser-entrance.js";
import { pathOf, splitLane } from "./lane-path.js";
import { isLaneName, type Lanes } from "./lanes.js";

export interface AppOptions {
  readonly lanes: Lanes;
  readonly wire: Omit<WireOptions, "laneOf">;
  readonly guards: AccessGuards;
  readonly control: Omit<ControlContext, "laneOf">;
  /** The hosted pages, made when the first one is asked for. */
  readonly pages: (options: { laneOf: (c: Context) => Lane; getPath: (request: Request) => string }) => Promise<Hono>;
}

/** The path inside the lane. */
const insideLane = (request: Request): string => splitLane(pathOf(request.url)).path;

class NoLane extends Error {
  constructor(name: string) {
    super(`${name} is no lane's name`);
  }
}

type Env = { Variables: { lane: Lane } };

/** Everything that the server answers, below / and below /lane/<name>. */
export function buildApp({ lanes, wire, guards, control, pages }: AppOptions): Hono<Env> {
  const laneOf = (c: Context): Lane => c.get("lane");
  const app = new Hono<Env>({ getPath: insideLane });
  /** The lane that a path names; a promise while it is being made. */
  const laneFor = (c: Context): Lane | Promise<Lane> => {
    const { lane: name } = splitLane(pathOf(c.req.raw.url));
    if (!isLaneName(name)) throw new NoLane(name);
    return lanes.get(name) ?? lanes.ready(name);
  };
  const withLane: MiddlewareHandler<Env> = async (c, next) => {
    c.set("lane", await laneFor(c));
    return next();
  };

  app.get("/livez", (c) => c.text("ok"));
  app.get("/readyz", (c) => c.text("ok"));
  app.get("/", browserEntrance);
  // No middleware stands before the merchant API: a route with one handler alone is Hono's fast path.
  app.route("/", merchantApi({ ...wire, laneOf: laneFor }));
  app.use("/_sandbox/*", hostGuard(guards), originGuard(guards), tokenGuard(guards), withLane);
  const loadPages = lateLoad("the pages", () =>
    pages({ laneOf: (inner) => (inner.env as { lane: Lane }).lane, getPath: insideLane }),
  );
  const hosted = async (c: Context<Env>): Promise<Response> => {
    return (await loadPages()).fetch(c.req.raw, { ...(c.env as object), lane: laneOf(c) });
  };
  app.get("/_sandbox/ui/*", hosted);
  app.get("/_sandbox", browserEntrance);
  app.route("/_sandbox", controlApi({ ...control, laneOf }));
  for (const path of ["/checkout/*", "/card-entry/*"]) app.all(path, hostGuard(guards), withLane, hosted);
  app.notFound(async (c) => fault(c, await laneFor(c), "unknown-path"));
  app.onError((defect, c) => {
    if (defect instanceof NoLane)
      return failure(c, 404, "invalid-lane", defect.message, "use letters, digits, '.', '_' and '-', up to 64");
    wire.onDefect(defect);
    if (defect instanceof NotLoaded) return failure(c, 503, "not-loaded", defect.message, "send it again");
    const { http, code, message, fix } = failureOf(defect);
    return failure(c, http, code, message, fix);
  });
  return app;
}

import { type Context, Hono } from "hono";
import type { InForce } from "../app/choices.js";
import type { Lane } from "../app/lane.js";
import { failureOf } from "../app/ports/store-errors.js";
import type { ControlContext } from "../control/context.js";
import { failure } from "../control/errors.js";
import { controlApi } from "../control/routes.js";
import { tokenGuard } from "../control/token-guard.js";
import { lateLoad, NotLoaded } from "../package/late-load.js";
import { fault, merchantApi, type ReplyOptions } from "../wire/routes.js";
import { browserEntrance } from "./browser-entrance.js";
import { pathOf, splitLane } from "./lane-path.js";
import { isLaneName, type Lanes } from "./lanes.js";

export interface AppOptions {
  readonly lanes: Lanes;
  readonly wire: ReplyOptions;
  /** Asked for by the control API; undefined: not asked for. */
  readonly bearerToken: string | undefined;
  /** Asks whether the storage can be used. Throws StoreUnavailable. */
  readonly ping: () => Promise<void>;
  readonly control: Omit<ControlContext, "withLane">;
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

/** The name of the lane that a path names. */
function laneName(c: Context): string {
  const { lane } = splitLane(pathOf(c.req.raw.url));
  if (!isLaneName(lane)) throw new NoLane(lane);
  return lane;
}

/** Everything that the server answers, below / and below /lane/<name>. */
export function buildApp({ lanes, wire, bearerToken, ping, control, pages }: AppOptions): Hono {
  const app = new Hono({ getPath: insideLane });
  const laneOf = (c: Context): Lane | Promise<Lane> => {
    const name = laneName(c);
    return lanes.get(name) ?? lanes.ready(name);
  };
  const withLane: ControlContext["withLane"] = async (c, how, use) =>
    how === "make" ? use(await laneOf(c)) : lanes.look(laneName(c), use);
  const codesOf = (c: Context): InForce => {
    laneName(c);
    return lanes.choices.ofServer;
  };

  app.get("/livez", (c) => c.text("ok"));
  app.get("/readyz", async (c) => {
    await ping();
    return c.text("ok");
  });
  app.get("/", browserEntrance);
  // No middleware stands before the merchant API: a route with one handler alone is Hono's fast path.
  app.route("/", merchantApi({ ...wire, laneOf, codesOf }));
  app.use("/_sandbox/*", tokenGuard(bearerToken));
  const loadPages = lateLoad("the pages", () =>
    pages({ laneOf: (inner) => (inner.env as { lane: Lane }).lane, getPath: insideLane }),
  );
  // A page shows what is there: it makes no lane.
  const hosted = (c: Context): Promise<Response> =>
    withLane(c, "look", async (lane) => (await loadPages()).fetch(c.req.raw, { ...(c.env as object), lane }));
  app.get("/_sandbox/ui/*", hosted);
  app.get("/_sandbox", browserEntrance);
  const documentation = async (c: Context): Promise<Response> => (await import("./docs-site.js")).docsSite(c);
  for (const path of ["/_sandbox/docs", "/_sandbox/docs/*"]) app.get(path, documentation);
  app.route("/_sandbox", controlApi({ ...control, withLane }));
  for (const path of ["/checkout/*", "/card-entry/*"]) app.all(path, hosted);
  app.notFound((c) => fault(c, codesOf(c), "unknown-path"));
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

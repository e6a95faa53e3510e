import { type Context, Hono } from "hono";
import type { InForce } from "../app/choices.js";
import type { Lane } from "../app/lane.js";
import type { SnapshotStore } from "../app/ports/snapshots.js";
import { failureOf } from "../app/ports/store-errors.js";
import { type AdminToken, NotYours } from "../control/admin-token.js";
import type { ControlContext } from "../control/context.js";
import { failure } from "../control/errors.js";
import { controlApi } from "../control/routes.js";
import { namesOf, snapshotsOf } from "../control/team-context.js";
import { teamOf, tokenGuard } from "../control/token-guard.js";
import { lateLoad, NotLoaded } from "../package/late-load.js";
import { fault, merchantApi, type ReplyOptions } from "../wire/routes.js";
import { browserEntrance } from "./browser-entrance.js";
import { pathOf, splitLane } from "./lane-path.js";
import { isLaneName, type Lanes } from "./lanes.js";
import type { Measured } from "./metrics.js";

export interface AppOptions {
  readonly lanes: Lanes;
  readonly wire: ReplyOptions;
  /** One of them is asked for by the control API; empty: none is. */
  readonly tokens: readonly AdminToken[];
  /** Asks whether the storage can be used. Throws StoreUnavailable. */
  readonly ping: () => Promise<void>;
  readonly control: Omit<ControlContext, "withLane">;
  /** What GET /metrics tells. */
  readonly measured: () => Promise<Measured>;
  /** The hosted pages, made when the first one is asked for. */
  readonly pages: (options: {
    laneOf: (c: Context) => Lane;
    seenBy: (c: Context) => Sees;
    getPath: (request: Request) => string;
  }) => Promise<Hono>;
}

/** What a visitor may see of the server around a lane. */
export interface Sees {
  readonly names: (all: readonly string[]) => readonly string[];
  readonly snapshots: (all: SnapshotStore) => SnapshotStore;
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
export function buildApp({ lanes, wire, tokens, ping, control, measured, pages }: AppOptions): Hono {
  const app = new Hono({ getPath: insideLane });
  const laneOf = (c: Context): Lane | Promise<Lane> => {
    const name = laneName(c);
    return lanes.get(name) ?? lanes.ready(name);
  };
  const withLane: ControlContext["withLane"] = async (c, how, use) =>
    how === "make" ? use(await lanes.ready(laneName(c))) : lanes.look(laneName(c), use);
  const codesOf = (c: Context): InForce => {
    laneName(c);
    return lanes.choices.ofServer;
  };

  const guard = tokenGuard(tokens, (c) => splitLane(pathOf(c.req.raw.url)).lane);

  app.get("/livez", (c) => c.text("ok"));
  app.get("/readyz", async (c) => {
    await ping();
    return c.text("ok");
  });
  app.get("/metrics", guard, async (c) => {
    const { metricsText, METRICS_TYPE } = await import("./metrics.js");
    return c.body(metricsText(await measured()), 200, { "Content-Type": METRICS_TYPE });
  });
  app.get("/", browserEntrance);
  // No middleware stands before the merchant API: a route with one handler alone is Hono's fast path.
  app.route("/", merchantApi({ ...wire, laneOf, codesOf }));
  app.use("/_sandbox/*", guard);
  const loadPages = lateLoad("the pages", () =>
    pages({
      laneOf: (inner) => (inner.env as { lane: Lane }).lane,
      seenBy: (inner) => (inner.env as { sees: Sees }).sees,
      getPath: insideLane,
    }),
  );
  // A page shows what is there: it makes no lane.
  const hosted = (c: Context): Promise<Response> =>
    withLane(c, "look", async (lane) => {
      const sees: Sees = { names: (all) => namesOf(teamOf(c), all), snapshots: (all) => snapshotsOf(teamOf(c), all) };
      return (await loadPages()).fetch(c.req.raw, { ...(c.env as object), lane, sees });
    });
  app.get("/_sandbox/ui/*", hosted);
  app.get("/_sandbox", browserEntrance);
  const documentation = async (c: Context): Promise<Response> => (await import("./docs-site.js")).docsSite(c);
  for (const path of ["/_sandbox/docs", "/_sandbox/docs/*"]) app.get(path, documentation);
  app.route("/_sandbox", controlApi({ ...control, withLane }));
  for (const path of ["/checkout/*", "/card-entry/*"]) app.all(path, hosted);
  app.notFound((c) => fault(c, codesOf(c), "unknown-path"));
  app.onError((defect, c) => {
    if (defect instanceof NotYours)
      return failure(c, 403, "not-your-lane", defect.message, "use a lane of yours, or the token of who it belongs to");
    if (defect instanceof NoLane)
      return failure(c, 404, "invalid-lane", defect.message, "use letters, digits, '.', '_' and '-', up to 64");
    wire.onDefect(defect);
    if (defect instanceof NotLoaded) return failure(c, 503, "not-loaded", defect.message, "send it again");
    const { http, code, message, fix } = failureOf(defect);
    return failure(c, http, code, message, fix);
  });
  return app;
}

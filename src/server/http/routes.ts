import { type Context, Hono, type MiddlewareHandler } from "hono";
import { accepts } from "hono/accepts";
import type { Reply } from "../../lane/journal/reply.js";
import type { Log } from "../../lane/ports/log.js";
import { DEFAULT_LANE, isName, nameRuleFor } from "../../lane/ports/name.js";
import { failureOf } from "../../lane/ports/store-errors.js";
import { NotLoaded } from "../../package/late-load.js";
import { type AdminToken, NotYours } from "../control-api/access/admin-token.js";
import { asSeenBy } from "../control-api/access/team-context.js";
import { audit, teamOf, tokenGuard } from "../control-api/access/token-guard.js";
import type { ControlContext } from "../control-api/context.js";
import { bodyLimit } from "../control-api/http/body-limit.js";
import { failure } from "../control-api/http/errors.js";
import { controlApi } from "../control-api/http/routes.js";
import { pathOf } from "../lanes/lane-path.js";
import type { Lanes } from "../lanes/lanes.js";
import type { Measured } from "../metrics.js";
import type { PageRoutes } from "../pages/mount.js";
import { JSON_TYPE, type PaymentApi } from "../payment-api/http/payment-api.js";
import { answerRequest, type RequestTarget } from "../payment-api/http/request-adapter.js";
import type { RefusalBody } from "./access.js";
import { sendPage } from "./send-page.js";

export interface AppOptions {
  readonly lanes: Lanes;
  /** Answers payment calls, and calls that reach nothing. */
  readonly api: PaymentApi;
  /** Called for each defect, with the request id if there is one. */
  readonly onDefect: (defect: unknown) => void;
  /** Returns the tokens that are valid now. The control API requires one of them. Undefined: it requires none. */
  readonly tokens: (() => readonly AdminToken[]) | undefined;
  /** Logs each control call. Undefined on loopback, where only this machine can call. */
  readonly auditLog: Log | undefined;
  /** Called for each request below /_sandbox. */
  readonly controlled?: (() => void) | undefined;
  /** Called for each request to a name that is no lane's. */
  readonly turnedAway?: ((refusal: RefusalBody) => void) | undefined;
  /** Checks that the storage can be used. Throws StoreUnavailable. */
  readonly ping: () => Promise<void>;
  readonly control: Omit<ControlContext, "withLane">;
  /** Tells this process's sandbox from any other. `GET /livez` answers it. */
  readonly instance?: string | undefined;
  /** The data for GET /metrics. */
  readonly measured: () => Promise<Measured>;
  /** Answers an agent over HTTP. Undefined if agents aren't supported here. */
  readonly mcp: AgentAnswer | undefined;
  /** The routes of the pages, created for the first request to one. */
  readonly pages: () => Promise<Hono<PageRoutes>>;
}

/** Answers a call of the Model Context Protocol. `base` is the lane's address. */
export type AgentAnswer = (request: Request, base: string) => Promise<Response>;

/** Whoever brings a request has cut the lane's name from its path. */
type Routes = PageRoutes & { Bindings: RequestTarget };

class NoLane extends Error {
  constructor(readonly lane: string) {
    super(lane === "" ? "the lane's name is empty" : `${lane} is no lane's name`);
  }
}

function laneName(c: Context): string {
  const { lane }: RequestTarget = c.env;
  if (!isName(lane)) throw new NoLane(lane);
  return lane;
}

/** Everything that the server answers, below / and below /lane/<name>. A router takes no route once it is in use. */
export function buildApp(
  { lanes, api, tokens, ping, control, measured, mcp, auditLog, controlled, turnedAway, onDefect }: AppOptions,
  pages?: Hono<PageRoutes>,
): Hono<Routes> {
  const app = new Hono<Routes>({ getPath: (_, to) => to!.env!.path });
  const withLane: ControlContext["withLane"] = async (c, how, use) => {
    if (how === "look") return lanes.look(laneName(c), use);
    const lane = await lanes.ready(laneName(c));
    return use(lane, async () => lane);
  };
  const guard = tokenGuard(tokens, DEFAULT_LANE);
  if (controlled)
    app.use("/_sandbox/*", (_, next) => {
      controlled();
      return next();
    });
  if (auditLog) for (const path of ["/metrics", "/_sandbox/*"]) app.use(path, audit(auditLog));

  app.get("/livez", (c) => c.text("ok"));
  app.get("/readyz", async (c) => {
    await ping();
    return c.text("ok");
  });
  app.get("/metrics", guard, async (c) => {
    const { metricsText, METRICS_TYPE } = await import("../metrics.js");
    return c.body(metricsText(await measured()), 200, { "Content-Type": METRICS_TYPE });
  });
  app.get("/", browserEntrance);
  // Before the guard: the documentation is public, and a browser sends no bearer token.
  const documentation = async (c: Context): Promise<Response> =>
    (await import("./docs-site.js")).docsSite(c, control.lanes.url(DEFAULT_LANE));
  for (const path of ["/_sandbox/docs", "/_sandbox/docs/*"]) app.get(path, documentation);
  app.use("/_sandbox/*", guard);
  // Nothing is cut here: a call over a socket that a rule could cut was answered before the routes.
  const unknown = (c: Context): Promise<Response> =>
    answerRequest(api, c.req.raw, { ...c.env, lane: laneName(c) }, neverCut);
  if (pages) {
    // A page shows existing state: it creates no lane.
    const inLane: MiddlewareHandler<Routes> = (c, next) =>
      withLane(c, "look", async (lane) => {
        let reply: Reply | undefined;
        c.set("page", {
          lane,
          context: () => asSeenBy(teamOf(c), control),
          acted: (done) => {
            reply = done;
          },
        });
        await next();
        if (reply) await sendPage(c, lane, reply);
      });
    app.get("/_sandbox/ui/*", inLane);
    // No page posts JSON: it is a call whose path lacks the first word of its group.
    for (const path of ["/checkout/*", "/card-entry/*"])
      app.use(path, (c, next) => (isJsonPost(c) ? unknown(c) : inLane(c, next)));
    app.route("/", pages);
  }
  app.get("/_sandbox", browserEntrance);
  if (mcp) app.all("/_sandbox/mcp", bodyLimit, (c) => mcp(c.req.raw, control.lanes.url(laneName(c))));
  app.route("/_sandbox", controlApi({ ...control, withLane }));
  app.notFound(unknown);
  app.onError((defect, c) => {
    if (defect instanceof NotYours) return failure(c, 403, "not-your-lane", defect.message, defect.fix);
    if (defect instanceof NoLane) {
      const [code, message, fix] = ["invalid-lane", defect.message, `use ${nameRuleFor(defect.lane)}`] as const;
      turnedAway?.({ code, message, fix });
      return failure(c, 404, code, message, fix);
    }
    onDefect(defect);
    if (defect instanceof NotLoaded) return failure(c, 503, "not-loaded", defect.message, "send it again");
    const { http, code, message, fix, headers = {} } = failureOf(defect);
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return failure(c, http, code, message, fix);
  });
  return app;
}

const isJsonPost = ({ req }: Context): boolean =>
  req.method === "POST" && JSON_TYPE.test(req.header("Content-Type") ?? "");

const neverCut = (): never => {
  throw new Error("expected no fault for a path that is no endpoint's");
};

/** Redirects a browser from a lane's root or its control API to the console. Lets other clients through. */
const browserEntrance: MiddlewareHandler = async (c, next) => {
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

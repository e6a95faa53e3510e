import { type Context, Hono } from "hono";
import type { Lane } from "./app/lane.js";
import type { ControlContext } from "./control/context.js";
import { type Doors, hostDoor, originDoor, tokenDoor } from "./control/doors.js";
import { failure } from "./control/errors.js";
import { controlApi } from "./control/routes.js";
import { pathOf, splitLane } from "./lane-path.js";
import { isLaneName, type Lanes } from "./lanes.js";
import { fault, merchantApi, type WireOptions } from "./wire/routes.js";

export interface AppOptions {
  readonly lanes: Lanes;
  readonly wire: Omit<WireOptions, "laneOf">;
  readonly doors: Doors;
  readonly control: Omit<ControlContext, "laneOf">;
  /** The hosted pages, made when the first one is asked for. */
  readonly pages: (options: { laneOf: (c: Context) => Lane; getPath: (request: Request) => string }) => Promise<Hono>;
}

/** The path inside the lane. */
const insideLane = (request: Request): string => splitLane(pathOf(request.url)).path;

type Env = { Variables: { lane: Lane } };

/** Everything that the server answers, below / and below /lane/<name>. */
export function buildApp({ lanes, wire, doors, control, pages }: AppOptions): Hono<Env> {
  const laneOf = (c: Context): Lane => c.get("lane");
  const app = new Hono<Env>({ getPath: insideLane });

  app.get("/livez", (c) => c.text("ok"));
  app.get("/readyz", (c) => c.text("ok"));
  app.use("*", async (c, next) => {
    const { lane: name } = splitLane(pathOf(c.req.raw.url));
    if (!isLaneName(name))
      return failure(
        c,
        404,
        "invalid-lane",
        `${name} is no lane's name`,
        "use letters, digits, '.', '_' and '-', up to 64",
      );
    c.set("lane", lanes.isReady(name) ? lanes.get(name) : await lanes.ready(name));
    return next();
  });
  app.route("/", merchantApi({ ...wire, laneOf }));
  app.use("/_sandbox/*", hostDoor(doors), originDoor(doors), tokenDoor(doors));
  app.route("/_sandbox", controlApi({ ...control, laneOf }));
  let made: Promise<Hono> | undefined;
  for (const path of ["/checkout/*", "/card-entry/*"]) {
    app.use(path, hostDoor(doors));
    app.all(path, async (c) => {
      made ??= pages({ laneOf: (inner) => (inner.env as { lane: Lane }).lane, getPath: insideLane });
      return (await made).fetch(c.req.raw, { ...(c.env as object), lane: laneOf(c) });
    });
  }
  app.notFound((c) => fault(c, c.get("lane") ?? lanes.get("default"), "unknown-path"));
  app.onError((defect, c) => {
    wire.onDefect(defect);
    return c.json({ message: "a defect of the sandbox: see its log" }, 500);
  });
  return app;
}

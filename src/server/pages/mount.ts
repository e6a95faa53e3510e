import { type Context, Hono } from "hono";
import type { Lane } from "../../lane/lane.js";
import type { SnapshotStore } from "../../lane/ports/lane-storage.js";
import { failureOf } from "../../lane/ports/store-errors.js";
import { cardEntryServiceOf } from "./card-entry/lane-service.js";
import { cardEntryPages } from "./card-entry/routes.js";
import { checkoutServiceOf } from "./checkout/lane-service.js";
import { checkoutPages } from "./checkout/routes.js";
import type { ConsoleContext } from "./console/context.js";
import { consolePages } from "./console/routes.js";
import type { ServiceOptions } from "./hosted/lane-service.js";
import { failedPage } from "./hosted/session-pages.js";

interface PagesOptions extends ServiceOptions {
  /** The request's lane, which the server has put into the environment. */
  readonly laneOf: (c: Context) => Lane;
  /** What the console shows of the lane's server. */
  readonly context: ConsoleContext;
  /** The part of it that the caller may see. Absent: everything. */
  readonly seenBy?: (c: Context) => {
    readonly names: (all: readonly string[]) => readonly string[];
    readonly snapshots: (all: SnapshotStore) => SnapshotStore;
  };
  /** What to call for each act of the shopper in a request. */
  readonly actedIn?: (c: Context) => ServiceOptions["acted"];
  /** Called for each defect of a page. */
  readonly onDefect: (defect: unknown) => void;
  /** The path inside the lane. */
  readonly getPath: (request: Request) => string;
}

/** All hosted pages of a lane. */
export function hostedPages({ laneOf, context, seenBy, actedIn, getPath, onDefect, ...service }: PagesOptions): Hono {
  const app = new Hono({ getPath });
  // If a lane is reset while a page is rendered, this error page is shown.
  app.onError((defect, c) => {
    onDefect(defect);
    return failedPage(c, failureOf(defect).http);
  });
  const serviceOf = (c: Context): ServiceOptions => ({ ...service, acted: actedIn?.(c) });
  app.route(
    "/checkout",
    checkoutPages((c) => checkoutServiceOf(laneOf(c), serviceOf(c)), { onDefect }),
  );
  app.route(
    "/card-entry",
    cardEntryPages((c) => cardEntryServiceOf(laneOf(c), serviceOf(c)), { onDefect }),
  );
  const contextOf = (c: Context): ConsoleContext => {
    if (!seenBy) return context;
    const { names, snapshots } = seenBy(c);
    const lanes = { ...context.lanes, names: async () => names(await context.lanes.names()) };
    return { ...context, lanes, snapshots: snapshots(context.snapshots) };
  };
  app.route("/_sandbox/ui", consolePages(laneOf, contextOf));
  return app;
}

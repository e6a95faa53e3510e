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

/** What the server puts into a request's environment. */
export interface PageEnv extends Pick<ServiceOptions, "acted"> {
  readonly lane: Lane;
  /** The part of the console's context that the caller may see. Absent: everything. */
  readonly sees?: {
    readonly names: (all: readonly string[]) => readonly string[];
    readonly snapshots: (all: SnapshotStore) => SnapshotStore;
  };
}

interface PagesOptions extends Omit<ServiceOptions, "acted"> {
  /** What the console shows of the lane's server. */
  readonly context: ConsoleContext;
  /** Called for each defect of a page. */
  readonly onDefect: (defect: unknown) => void;
  /** The path inside the lane. */
  readonly getPath: (request: Request) => string;
}

/** All hosted pages of a lane. */
export function hostedPages({ context, getPath, onDefect, ...service }: PagesOptions): Hono {
  const app = new Hono({ getPath });
  // If a lane is reset while a page is rendered, this error page is shown.
  app.onError((defect, c) => {
    onDefect(defect);
    return failedPage(c, failureOf(defect).http);
  });
  const serviceBy =
    <Service>(serviceOf: (lane: Lane, options: ServiceOptions) => Service) =>
    (c: Context): Service => {
      const { lane, acted } = c.env as PageEnv;
      return serviceOf(lane, { ...service, acted });
    };
  app.route("/checkout", checkoutPages(serviceBy(checkoutServiceOf), { onDefect }));
  app.route("/card-entry", cardEntryPages(serviceBy(cardEntryServiceOf), { onDefect }));
  const contextOf = (c: Context): ConsoleContext => {
    const { sees } = c.env as PageEnv;
    if (!sees) return context;
    const lanes = { ...context.lanes, names: async () => sees.names(await context.lanes.names()) };
    return { ...context, lanes, snapshots: sees.snapshots(context.snapshots) };
  };
  app.route(
    "/_sandbox/ui",
    consolePages((c) => (c.env as PageEnv).lane, contextOf),
  );
  return app;
}

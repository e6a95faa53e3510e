import { type Context, Hono } from "hono";
import type { Lane } from "../../lane/lane.js";
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
  /** What the console shows this caller of the lane's server. */
  readonly context: () => ConsoleContext;
}

interface PagesOptions extends Omit<ServiceOptions, "acted"> {
  /** Called for each defect of a page. */
  readonly onDefect: (defect: unknown) => void;
  /** The path inside the lane. */
  readonly getPath: (request: Request) => string;
}

/** All hosted pages of a lane. */
export function hostedPages({ getPath, onDefect, ...service }: PagesOptions): Hono {
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
  app.route(
    "/_sandbox/ui",
    consolePages((c) => c.env as PageEnv),
  );
  return app;
}

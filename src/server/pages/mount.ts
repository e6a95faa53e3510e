import { Hono } from "hono";
import { failureOf } from "../../lane/ports/store-errors.js";
import { cardEntryPages } from "./card-entry/routes.js";
import { checkoutPages } from "./checkout/routes.js";
import type { ConsoleContext } from "./console/context.js";
import { consolePages } from "./console/routes.js";
import type { HostedEnv } from "./hosted/acts.js";
import { failedPage, type HostedPagesOptions } from "./hosted/session-pages.js";

/** What the server sets for a page's request. */
export interface PageEnv extends HostedEnv {
  /** What the console shows this caller of the lane's server. */
  readonly context: () => ConsoleContext;
}

export type PageRoutes = { Variables: { page: PageEnv } };

/** The routes of all pages of a lane. */
export function hostedPages(options: HostedPagesOptions): Hono<PageRoutes> {
  const app = new Hono<PageRoutes>();
  // If a lane is reset while a page is rendered, this error page is shown.
  app.onError((defect, c) => {
    options.onDefect(defect);
    return failedPage(c, failureOf(defect).http);
  });
  app.route("/checkout", checkoutPages(options));
  app.route("/card-entry", cardEntryPages(options));
  app.route(
    "/_sandbox/ui",
    consolePages((c) => c.get("page")),
  );
  return app;
}

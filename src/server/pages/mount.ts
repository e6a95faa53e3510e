import { Hono } from "hono";
import { failureOf } from "../../lane/ports/store-errors.js";
import { cardEntryPages } from "./card-entry/routes.js";
import { checkoutPages } from "./checkout/routes.js";
import type { ConsoleContext } from "./console/context.js";
import { consolePages } from "./console/routes.js";
import type { HostedEnv } from "./hosted/acts.js";
import { failedPage, type HostedPagesOptions } from "./hosted/session-pages.js";

/** What the server puts into a request's environment. */
export interface PageEnv extends HostedEnv {
  /** What the console shows this caller of the lane's server. */
  readonly context: () => ConsoleContext;
}

interface PagesOptions extends HostedPagesOptions {
  /** The path inside the lane. */
  readonly getPath: (request: Request) => string;
}

/** All hosted pages of a lane. */
export function hostedPages({ getPath, ...options }: PagesOptions): Hono {
  const app = new Hono({ getPath });
  // If a lane is reset while a page is rendered, this error page is shown.
  app.onError((defect, c) => {
    options.onDefect(defect);
    return failedPage(c, failureOf(defect).http);
  });
  app.route("/checkout", checkoutPages(options));
  app.route("/card-entry", cardEntryPages(options));
  app.route(
    "/_sandbox/ui",
    consolePages((c) => c.env as PageEnv),
  );
  return app;
}

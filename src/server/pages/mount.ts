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
  /** The path inside the lane. */
  readonly path: string;
  /** What the console shows this caller of the lane's server. */
  readonly context: () => ConsoleContext;
}

/** All hosted pages of a lane. They are a router of their own, because they are loaded late and a router takes no route once it is in use. */
export function hostedPages(options: HostedPagesOptions): Hono<{ Bindings: PageEnv }> {
  const app = new Hono<{ Bindings: PageEnv }>({ getPath: (_, to) => to!.env!.path });
  // If a lane is reset while a page is rendered, this error page is shown.
  app.onError((defect, c) => {
    options.onDefect(defect);
    return failedPage(c, failureOf(defect).http);
  });
  app.route("/checkout", checkoutPages(options));
  app.route("/card-entry", cardEntryPages(options));
  app.route(
    "/_sandbox/ui",
    consolePages((c) => c.env),
  );
  return app;
}

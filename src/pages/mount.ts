import { type Context, Hono } from "hono";
import type { Lane } from "../app/lane.js";
import { cardEntryPages } from "./card-entry/routes.js";
import { checkoutPages } from "./checkout/routes.js";
import { deskOfLane } from "./desk-of-lane.js";
import { inspectPages } from "./inspect/routes.js";
import { tokenDeskOfLane } from "./token-desk-of-lane.js";

export interface PagesOptions {
  /** The lane of a request, as the server put it into the environment. */
  readonly laneOf: (c: Context) => Lane;
  readonly hasTestPanel: boolean;
  /** Called for each defect of a page. */
  readonly onDefect: (defect: unknown) => void;
  /** The path inside the lane. */
  readonly getPath: (request: Request) => string;
}

/** All hosted pages of a lane. */
export function hostedPages({ laneOf, hasTestPanel, getPath, onDefect }: PagesOptions): Hono {
  const app = new Hono({ getPath });
  app.route(
    "/checkout",
    checkoutPages((c) => deskOfLane(laneOf(c), { hasTestPanel }), { onDefect }),
  );
  app.route(
    "/card-entry",
    cardEntryPages((c) => tokenDeskOfLane(laneOf(c), { hasTestPanel }), { onDefect }),
  );
  app.route("/_sandbox/ui", inspectPages(laneOf));
  return app;
}

import { Hono } from "hono";
import type { ControlContext } from "./context.js";
import { failure } from "./errors.js";
import { merchantCalls } from "./merchants.js";
import { orderCalls } from "./orders.js";
import { serverCalls } from "./server-calls.js";

/** The control API below /_sandbox. */
export function controlApi(context: ControlContext): Hono {
  const app = new Hono();
  for (const calls of [serverCalls, orderCalls, merchantCalls]) app.route("/", calls(context));
  app.all("*", (c) =>
    failure(
      c,
      404,
      "not-found",
      `there is no ${c.req.method} ${c.req.path}`,
      "see section 5 of the README, or GET /_sandbox/openapi.json",
    ),
  );
  return app;
}

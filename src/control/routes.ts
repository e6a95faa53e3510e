import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { limits } from "../facts/limits.js";
import { calls } from "./calls.js";
import type { ControlContext } from "./context.js";
import { failure } from "./errors.js";
import { mount } from "./mount.js";

/** The control API below /_sandbox. */
export function controlApi(context: ControlContext): Hono {
  const app = new Hono();
  app.use(
    bodyLimit({
      maxSize: limits.bodyMaxBytes.value,
      onError: (c) => {
        // What was not read of it is in the way of another request.
        c.header("Connection", "close");
        return failure(c, 413, "body-too-large", "the body is over 1 MB", "send less");
      },
    }),
  );
  app.route("/", mount(calls, context));
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

import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { limits } from "../facts/limits.js";
import { documentMaxBytes } from "../scenario/limits.js";
import { cardEntryCalls } from "./card-entries.js";
import { clockCalls } from "./clock.js";
import type { ControlContext } from "./context.js";
import { failure } from "./errors.js";
import { eventCalls } from "./events.js";
import { invariantCalls } from "./invariants.js";
import { merchantCalls } from "./merchants.js";
import { notificationCalls } from "./notifications.js";
import { orderCalls } from "./orders.js";
import { requestCalls } from "./requests.js";
import { ruleCalls } from "./rules.js";
import { scenarioCalls } from "./scenario.js";
import { serverCalls } from "./server-calls.js";
import { settlementCalls } from "./settlement.js";
import { snapshotCalls } from "./snapshots.js";
import { tokenCalls } from "./tokens.js";
import { verifyCalls } from "./verify.js";
import { waitCalls } from "./wait.js";

/** The control API below /_sandbox. */
export function controlApi(context: ControlContext): Hono {
  const app = new Hono();
  const [ofCall, ofScenario] = [bodyUpTo(limits.bodyMaxBytes.value), bodyUpTo(documentMaxBytes)];
  app.use((c, next) => (c.req.path.endsWith("/scenario") ? ofScenario : ofCall)(c, next));
  for (const calls of [
    serverCalls,
    orderCalls,
    merchantCalls,
    requestCalls,
    tokenCalls,
    cardEntryCalls,
    settlementCalls,
    snapshotCalls,
    (inner: ControlContext) => eventCalls(inner),
    invariantCalls,
    ruleCalls,
    scenarioCalls,
    waitCalls,
    verifyCalls,
    clockCalls,
    notificationCalls,
  ])
    app.route("/", calls(context));
  // Asked for now and then: it is made when it is, and nothing of it is loaded before.
  app.get("/openapi.json", async (c) => c.json((await import("./openapi.js")).openApi(context)));
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

const bodyUpTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: (c) => {
      // What was not read of it is in the way of another request.
      c.header("Connection", "close");
      const found = c.req.header("Content-Length");
      const message = `the body is over ${maxSize / 1_048_576} MB${found === undefined ? "" : `: it has ${found} bytes`}`;
      return failure(c, 413, "body-too-large", message, "send less");
    },
  });

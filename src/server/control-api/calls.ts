import { packageText } from "../../package/files.js";
import { cardEntryCalls } from "./books/card-entries.js";
import { invariantCalls } from "./books/invariants.js";
import { merchantCalls } from "./books/merchants.js";
import { orderCalls } from "./books/orders.js";
import { settlementCalls } from "./books/settlement.js";
import { tokenCalls } from "./books/tokens.js";
import { type AnyCall, rawCall } from "./call.js";
import { serverCalls } from "./server-calls.js";
import { eventCalls } from "./traffic/events.js";
import { gateCalls } from "./traffic/gates.js";
import { notificationCalls } from "./traffic/notifications.js";
import { requestCalls } from "./traffic/requests.js";
import { signCalls } from "./traffic/sign.js";
import { traceCalls } from "./traffic/traces.js";
import { verifyCalls } from "./traffic/verify.js";
import { waitCalls } from "./traffic/wait.js";
import { assumptionCalls } from "./world/assumptions.js";
import { clockCalls } from "./world/clock.js";
import { laneCalls } from "./world/lanes.js";
import { ruleCalls } from "./world/rules.js";
import { scenarioCalls } from "./world/scenario.js";
import { snapshotCalls } from "./world/snapshots.js";

/** Every call of the control API, in the order of the OpenAPI document and the docs. */
export const calls = [
  ...serverCalls,
  ...assumptionCalls,
  ...laneCalls,
  ...orderCalls,
  ...merchantCalls,
  ...tokenCalls,
  ...cardEntryCalls,
  ...settlementCalls,
  ...invariantCalls,
  ...requestCalls,
  ...notificationCalls,
  ...gateCalls,
  ...clockCalls,
  ...ruleCalls,
  ...scenarioCalls,
  ...waitCalls,
  ...verifyCalls,
  ...snapshotCalls,
  ...signCalls,
  ...traceCalls,
  ...eventCalls,
  rawCall("GET /openapi.json", "All of these calls, and the payment API, for machines", {
    type: "application/json",
    answer: "OpenAPI 3.1",
    // The build writes the document. Each request reads it again, because requests are rare.
    respond: (c, { lanes }) => {
      const document = JSON.parse(packageText("dist/openapi.json"));
      return c.json({ ...document, servers: [{ url: lanes.url("default") }] });
    },
  }),
  rawCall("GET /ui", "The console", { type: "text/html", answer: "the page" }),
  rawCall("GET /docs", "The documentation", { type: "text/html", answer: "the page" }),
] as const satisfies readonly AnyCall[];

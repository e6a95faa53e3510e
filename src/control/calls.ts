import { assumptionCalls } from "./assumptions.js";
import { type AnyCall, rawCall } from "./call.js";
import { cardEntryCalls } from "./card-entries.js";
import { clockCalls } from "./clock.js";
import { documentCalls } from "./document.js";
import { eventCalls } from "./events.js";
import { invariantCalls } from "./invariants.js";
import { laneCalls } from "./lanes.js";
import { merchantCalls } from "./merchants.js";
import { notificationCalls } from "./notifications.js";
import { orderCalls } from "./orders.js";
import { requestCalls } from "./requests.js";
import { ruleCalls } from "./rules.js";
import { scenarioCalls } from "./scenario.js";
import { serverCalls } from "./server-calls.js";
import { settlementCalls } from "./settlement.js";
import { signCalls } from "./sign.js";
import { snapshotCalls } from "./snapshots.js";
import { tokenCalls } from "./tokens.js";
import { verifyCalls } from "./verify.js";
import { waitCalls } from "./wait.js";

/** Every call of the control API, in the order in which the OpenAPI document and the documentation tell them. */
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
  ...clockCalls,
  ...ruleCalls,
  ...scenarioCalls,
  ...waitCalls,
  ...verifyCalls,
  ...snapshotCalls,
  ...signCalls,
  ...eventCalls,
  ...documentCalls,
  rawCall({ method: "GET", path: "/ui", summary: "The console", type: "text/html", answer: "the page" }),
  rawCall({ method: "GET", path: "/docs", summary: "The documentation", type: "text/html", answer: "the page" }),
] as const satisfies readonly AnyCall[];

import type { Tool } from "./tool.js";
import { verify, waitFor } from "./tools/checks.js";
import { judge } from "./tools/judge.js";
import { createLane } from "./tools/lanes.js";
import { payOrder } from "./tools/orders.js";
import { explainRequest, listRequests } from "./tools/requests.js";
import { forceOutcome } from "./tools/rules.js";
import { listScenarios } from "./tools/scenarios.js";

/** Every tool, in the order in which a task needs them. */
export const tools: readonly Tool[] = [
  listScenarios,
  createLane,
  forceOutcome,
  payOrder,
  waitFor,
  listRequests,
  explainRequest,
  verify,
  judge,
];

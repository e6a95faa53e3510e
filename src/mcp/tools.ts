import type { Tool } from "./tool.js";
import { call } from "./tools/call.js";
import { verify, waitFor } from "./tools/checks.js";
import { conformance } from "./tools/conformance.js";
import { judge } from "./tools/judge.js";
import { clock, createLane, forceOutcome, reset } from "./tools/lanes.js";
import { payOrder, resend } from "./tools/orders.js";
import { explainRequest, listRequests } from "./tools/requests.js";
import { listScenarios } from "./tools/scenarios.js";
import { searchDocs } from "./tools/search-docs.js";

/** Every tool, in the order in which a typical task uses them. */
const all: readonly Tool[] = [
  searchDocs,
  listScenarios,
  createLane,
  call,
  forceOutcome,
  payOrder,
  clock,
  waitFor,
  resend,
  listRequests,
  explainRequest,
  verify,
  reset,
  judge,
  conformance,
];

/** The tools for an agent. Those that run commands are included only if it may run commands. */
export const toolsFor = ({ mayRun }: { readonly mayRun: boolean }): readonly Tool[] =>
  all.filter(({ runsCommands }) => mayRun || !runsCommands);

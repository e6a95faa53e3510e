import { plural } from "../../core/scenario/values/plural.js";
import type { Report } from "./report.js";
import { type CheckedLane, failuresOf, type RequestLine } from "./run.js";
import { laneGroups, requestGroups, warned } from "./run-report.js";
import { type Unacknowledged, unacknowledgedTexts } from "./unacknowledged.js";

/** What `verify` found in lanes of a running sandbox. */
export interface Verified {
  readonly version: string;
  readonly url: string;
  readonly exitCode: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly strict: boolean;
  readonly lanes: readonly CheckedLane[];
  /** The last calls of each lane, oldest first. */
  readonly requests: readonly RequestLine[];
  readonly unacknowledged: readonly Unacknowledged[];
  readonly warnings: readonly { readonly lane: string; readonly where: string; readonly message: string }[];
}

/** The checks of `exec`, without a command: each expectation of the lanes' scenarios, their books, and what is warned of. */
export function reportOfVerified({
  url,
  strict,
  lanes,
  requests,
  warnings,
  unacknowledged,
  ...rest
}: Verified): Report {
  const { exitCode } = rest;
  const clauses = lanes.flatMap(({ scenarios }) => scenarios.flatMap((scenario) => scenario.clauses)).length;
  const isAlone = lanes.length === 1;
  const met =
    clauses === 0
      ? "no scenario expects anything"
      : `${clauses - failuresOf({ lanes }).length} of ${plural(clauses, "expectation")} met`;
  return {
    ...{ title: "payment-sandbox verify", command: null, ...rest },
    verdict: exitCode === 0 ? "All is well" : `Exit code ${exitCode}`,
    badge: exitCode === 0 ? { text: met, tone: "good" } : { text: `exit code ${exitCode}`, tone: "bad" },
    facts: [`${isAlone ? "Lane" : "Lanes"} ${lanes.map(({ lane }) => lane).join(", ")} of ${url}.`],
    groups: [
      ...laneGroups(lanes),
      ...requestGroups({ lanes, requests }),
      {
        ...{ kind: "items", title: "warnings", page: "list", terminal: "lines" },
        items: [
          ...warnings.map(({ lane, where, message }) => {
            const at = where === "" || where === "rules" ? message : `${message} (${where})`;
            return warned(isAlone ? at : `lane ${lane}: ${at}`, strict);
          }),
          ...unacknowledgedTexts(unacknowledged).map((text) => warned(text, false)),
        ],
      },
    ],
    totals: [
      `${met}${isAlone ? "" : ` in ${plural(lanes.length, "lane")}`}, ${lanes.every(({ invariants }) => invariants.holds) ? "the books balance" : "invariants are broken"}`,
    ],
    properties: {},
  };
}

import { plural } from "../../core/scenario/values/plural.js";
import type { Report } from "./report.js";
import { type CheckedLane, failuresOf } from "./run.js";
import { laneGroups, warned } from "./run-report.js";

/** What `verify` found in a lane of a running sandbox. */
export interface VerifiedLane {
  readonly version: string;
  readonly url: string;
  readonly exitCode: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly strict: boolean;
  readonly lane: CheckedLane;
  readonly warnings: readonly { readonly where: string; readonly message: string }[];
}

/** The checks of `exec`, without a command: each expectation of the lane's scenarios, its books, and what is warned of. */
export function reportOfVerified({ url, strict, lane, warnings, ...rest }: VerifiedLane): Report {
  const { exitCode } = rest;
  const clauses = lane.scenarios.flatMap((scenario) => scenario.clauses).length;
  const met =
    clauses === 0
      ? "no scenario expects anything"
      : `${clauses - failuresOf({ lanes: [lane] }).length} of ${plural(clauses, "expectation")} met`;
  return {
    ...{ title: "payment-sandbox verify", command: null, ...rest },
    verdict: exitCode === 0 ? "All is well" : `Exit code ${exitCode}`,
    badge: exitCode === 0 ? { text: met, tone: "good" } : { text: `exit code ${exitCode}`, tone: "bad" },
    facts: [`Lane ${lane.lane} of ${url}.`],
    groups: [
      ...laneGroups([lane]),
      {
        ...{ kind: "items", title: "warnings", page: "list", terminal: "lines" },
        items: warnings.map(({ where, message }) =>
          warned(where === "" || where === "rules" ? message : `${message} (${where})`, strict),
        ),
      },
    ],
    totals: [`${met}, ${lane.invariants.holds ? "the books balance" : "invariants are broken"}`],
    properties: {},
  };
}

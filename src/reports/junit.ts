import { coverageText } from "../coverage/coverage.js";
import type { UnmetExpectation } from "../scenario/matching/expectations.js";
import { junitXml } from "./junit-xml.js";
import { type CheckedLane, clauseText, placeOf, type Run } from "./run.js";

/** A suite for each lane, with a case for each expectation and one for the invariants. */
export const junitOf = (run: Run): string =>
  junitXml({
    name: `payment-sandbox exec ${run.command.join(" ")}`,
    durationMs: run.durationMs,
    properties: { coverage: coverageText(run.coverage), "coverage.percent": run.coverage.percent },
    suites: run.lanes.map((lane) => suiteOf(lane, run)),
  });

/** Viewers show only the message, so it contains everything. */
const messageOf = (
  { expected, actual, nearest }: Omit<UnmetExpectation, "clause">,
  place: string | undefined,
): string =>
  [
    `${place === undefined ? "" : `${place}: `}expected ${expected}, found ${actual}`,
    ...nearest.map((fact) => `nearest ${JSON.stringify(fact)}`),
  ].join("\n");

const suiteOf = ({ lane, scenarios, invariants, unable = [] }: CheckedLane, { startedAt }: Run) => ({
  name: `lane ${lane}`,
  timestamp: new Date(startedAt),
  testCases: [
    ...scenarios.flatMap(({ name, file, clauses }) =>
      clauses.map(({ clause, line, failure }) => ({
        name: clauseText(clause),
        classname: name,
        ...(failure && { failures: [{ type: "expectation", message: messageOf(failure, placeOf({ file, line })) }] }),
      })),
    ),
    ...unable.map((message) => ({
      name: "a rule could not act",
      classname: "payment-sandbox",
      failures: [{ type: "expectation", message }],
    })),
    {
      name: "invariants",
      classname: "payment-sandbox",
      ...(!invariants.holds && { errors: invariants.broken.map((message) => ({ message })) }),
    },
  ],
});

import { coverageText } from "../coverage/coverage.js";
import { junitXml } from "./junit-xml.js";
import { type CheckedLane, clauseText, type Run } from "./run.js";
import { failureLines } from "./text.js";

/** A suite for each lane, a case for each expectation and one for the invariants. */
export const junitOf = (run: Run): string =>
  junitXml({
    name: `payment-sandbox exec ${run.command.join(" ")}`,
    durationMs: run.durationMs,
    properties: { coverage: coverageText(run.coverage), "coverage.percent": run.coverage.percent },
    suites: run.lanes.map((lane) => suiteOf(lane, run)),
  });

const suiteOf = ({ lane, scenarios, invariants, unable = [] }: CheckedLane, { startedAt }: Run) => ({
  name: `lane ${lane}`,
  timestamp: new Date(startedAt),
  testCases: [
    ...scenarios.flatMap(({ name, file, clauses }) =>
      clauses.map(({ clause, failure }) => ({
        name: clauseText(clause),
        classname: name,
        ...(file !== undefined && { file }),
        ...(failure && {
          failures: [
            {
              type: "expectation",
              message: `expected ${failure.expected}, found ${failure.actual}`,
              body: failureLines(failure).join("\n"),
            },
          ],
        }),
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

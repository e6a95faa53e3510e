import { getJunitXml } from "junit-xml";
import { type CheckedLane, clauseText, type Run } from "./run.js";
import { failureLines } from "./text.js";

/** JUnit XML: a suite for each lane, a case for each expectation and one for the invariants. */
export const junitOf = (run: Run): string =>
  asFailures(
    getJunitXml({
      name: `payment-sandbox exec ${run.command.join(" ")}`,
      time: run.durationMs / 1000,
      suites: run.lanes.map((lane) => suiteOf(lane, run)),
    }),
  );

/** The library counts failures as failures and writes them as errors. */
const asFailures = (xml: string): string =>
  xml.replace(/<error type="expectation">([^<]*)<\/error>/g, '<failure type="expectation">$1</failure>');

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

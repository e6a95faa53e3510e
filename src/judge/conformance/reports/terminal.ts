import type { ConformanceReport } from "../conformance.js";
import { byProfile, headline, requirementOf, resultSigns, summaryText } from "./words.js";

/** The table of tests. For each failed or open test, it adds the reason and the next step. */
export function terminalLines(report: ConformanceReport): readonly string[] {
  const wide = Math.max(...report.tests.map(({ result }) => result.length));
  return [
    ...byProfile(report).flatMap(({ profile, tests }) => [
      profile.name,
      ...tests.flatMap((test) => [
        `  ${resultSigns[test.result]} ${test.id} ${test.result.padEnd(wide)}  ${test.requirement}`,
        ...(test.result === "FAIL" || test.result === "WARN"
          ? [
              `      ${test.why}`,
              `      Cure: ${requirementOf(test.id).cure}`,
              `      Seen in: ${test.evidence.join(", ")}`,
            ]
          : test.result === "NOT VERIFIED"
            ? [`      ${test.why}`]
            : []),
      ]),
      "",
    ]),
    `${headline(report)} ${summaryText(report.summary)}.`,
    `This is ${report.wording}.`,
  ];
}

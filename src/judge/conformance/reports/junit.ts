import { junitXml } from "../../../reports/junit-xml.js";
import type { ConformanceReport } from "../conformance.js";
import type { TestResult } from "../evaluate.js";
import { byProfile, requirementOf } from "./words.js";

/**
 * A suite for each profile, a case for each test. A test that is not verified is an error, so that it can't pass
 * unnoticed.
 */
export const conformanceJUnit = (report: ConformanceReport): string =>
  junitXml({
    name: `payment-sandbox conformance ${report.command.join(" ")}`.trim(),
    durationMs: report.durationMs,
    properties: { ...report.summary, planHash: report.planHash, wording: report.wording },
    suites: byProfile(report).map(({ profile, tests }) => ({ name: profile.name, testCases: tests.map(testCase) })),
  });

function testCase({ id, requirement, result, why, evidence }: TestResult) {
  const message = [why, `Cure: ${requirementOf(id).cure}`, ...evidence].join("\n");
  const named = { name: `${id} ${requirement}`, classname: id.slice(0, 2).toLowerCase() };
  switch (result) {
    case "FAIL":
      return { ...named, failures: [{ type: "FAIL", message }] };
    case "NOT VERIFIED":
      return { ...named, errors: [{ message }] };
    case "NOT APPLICABLE":
      return { ...named, skipped: true };
    case "WARN":
      return { ...named, systemOut: [`WARN: ${message}`] };
    case "PASS":
      return named;
  }
}

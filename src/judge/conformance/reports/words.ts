import { plural } from "../../../scenario/values/plural.js";
import type { ConformanceReport, Summary } from "../conformance.js";
import { type ResultName, results } from "../evaluate.js";
import { profiles } from "../profiles.js";
import type { Requirement, RequirementSource } from "../requirement.js";

export const resultSigns: Readonly<Record<ResultName, string>> = {
  PASS: "✓",
  FAIL: "✗",
  WARN: "!",
  "NOT VERIFIED": "?",
  "NOT APPLICABLE": "–",
};

/** All results in one line, such as `41 PASS, 2 FAIL`. */
export const summaryText = (summary: Summary): string =>
  results
    .filter((result) => summary[result] > 0)
    .map((result) => `${summary[result]} ${result}`)
    .join(", ");

/** The result in one sentence. */
export function headline({ summary, tests }: ConformanceReport): string {
  if (summary.FAIL > 0) return `${plural(summary.FAIL, "test")} of ${tests.length} failed.`;
  const open = summary["NOT VERIFIED"];
  return open > 0 ? `No test failed. ${plural(open, "test")} not verified.` : "No test failed.";
}

/** The profiles of a report with their tests, in order. */
export const byProfile = (report: ConformanceReport) =>
  profiles
    .filter(({ id }) => report.profiles.includes(id))
    .map((profile) => ({
      profile,
      tests: report.tests.filter(({ id }) => profile.requirements.some((one) => one.id === id)),
    }));

/** Throws if no profile has this id, because results are made only from profiles. */
export function requirementOf(id: string): Requirement {
  for (const { requirements } of profiles) for (const one of requirements) if (one.id === id) return one;
  throw new Error(`no test ${id}`);
}

export function requirementSourceText(source: RequirementSource): string {
  if (source.kind === "ours") return "ours";
  return source.kind === "page" ? source.title : `the service's description, ${source.section}`;
}

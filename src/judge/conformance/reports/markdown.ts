import { codeText, commentOf, plainText } from "../../../reports/markdown.js";
import type { ConformanceReport } from "../conformance.js";
import type { TestResult } from "../evaluate.js";
import { byProfile, headline, requirementOf, resultSigns, summaryText } from "./words.js";

const SHOWN_EVIDENCE = 5;

/** For a pull request's comment and a step summary. Says so if it had to leave something out. */
export const conformanceMarkdown = (report: ConformanceReport): string =>
  commentOf([head(report).join("\n"), ...problems(report), ...tables(report)]);

const head = (report: ConformanceReport): readonly string[] => [
  `## Conformance: ${headline(report)}`,
  "",
  `${summaryText(report.summary)}. ${report.mutants.run} of ${report.mutants.planned} mutants run, payment-sandbox ${report.versions.suite}, seed ${report.seeds.join(", ")}. This is ${report.wording}.`,
  "",
];

function problems({ tests }: ConformanceReport): readonly string[] {
  const wrong = tests.filter(({ result }) => result === "FAIL" || result === "WARN");
  return wrong.map((test) =>
    [
      `### ${resultSigns[test.result]} ${test.id} ${test.requirement}`,
      "",
      plainText(test.why),
      "",
      `**Cure:** ${requirementOf(test.id).cure}`,
      "",
      `Seen in ${shownEvidence(test)}.`,
      "",
    ].join("\n"),
  );
}

function shownEvidence({ evidence }: TestResult): string {
  const shown = evidence.slice(0, SHOWN_EVIDENCE).map(codeText);
  const rest = evidence.length - shown.length;
  return `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

const tables = (report: ConformanceReport): readonly string[] =>
  byProfile(report).map(({ profile, tests }) =>
    [
      `<details><summary>${profile.name}</summary>`,
      "",
      "| Test | Result | Requirement |",
      "| --- | --- | --- |",
      ...tests.map(({ id, result, requirement }) => `| ${id} | ${resultSigns[result]} ${result} | ${requirement} |`),
      "",
      "</details>",
      "",
    ].join("\n"),
  );

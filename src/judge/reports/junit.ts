import { coverageText } from "../../coverage/coverage.js";
import type { JudgedMutant, JudgeReport, Manner } from "../../library/language.js";
import { junitXml } from "../../reports/junit-xml.js";
import { callOf, sidesOf, toneOf } from "./words.js";

/** A suite for each call that was changed, a case for each mutant; one suite for the dry run and one for the manners. */
export function judgeJUnit(report: JudgeReport): string {
  const { command, durationMs, dryRun, mutants, manners, counts, coverage } = report;
  const byCall = Object.entries(Object.groupBy(mutants, callOf));
  return junitXml({
    name: `payment-sandbox judge ${command?.join(" ") ?? ""}`.trim(),
    durationMs,
    properties: {
      ...counts,
      ...(coverage && { coverage: coverageText(coverage), "coverage.percent": coverage.percent }),
    },
    suites: [
      { name: "dry run", testCases: [{ name: "dry run", ...failing("dry-run", dryRun.problems) }] },
      ...byCall.map(([name, group = []]) => ({ name, testCases: group.map((mutant) => caseOf(mutant, report)) })),
      { name: "manners", testCases: manners.map(mannerCase) },
    ],
  });
}

const failing = (type: string, messages: readonly string[]) =>
  messages.length > 0 ? { failures: messages.map((message) => ({ type, message })) } : {};

function caseOf(mutant: JudgedMutant, { findings }: JudgeReport) {
  const found = findings.filter(({ mutant: id }) => id === mutant.id);
  const messages = found.map((finding) =>
    [
      `${finding.verdict}: ${finding.why}`,
      ...sidesOf(finding).map(([name, books, beliefs]) => `${name}: books ${books}; the shop believes ${beliefs}`),
      `calls: ${finding.requests.join(", ")}`,
      `replay: ${finding.replay}`,
    ].join("\n"),
  );
  return {
    name: mutant.id,
    classname: mutant.operation,
    time: mutant.ms / 1000,
    ...(mutant.verdict === "notRun" && { skipped: true }),
    ...(toneOf(mutant.verdict) === "unsure" && { systemOut: [`${mutant.verdict}: ${mutant.about}`] }),
    ...failing(mutant.verdict, messages),
  };
}

const mannerCase = ({ id, grave, cause, cure, evidence }: Manner) => {
  const seen = evidence.map(({ mutant, what }) => `${mutant ?? "dry run"}: ${what}`);
  const text = [cause, ...seen, `cure: ${cure}`].join("\n");
  return { name: id, classname: "manners", ...(grave ? failing(id, [text]) : { systemOut: [text] }) };
};

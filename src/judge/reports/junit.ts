import { coverageText } from "../../coverage/coverage.js";
import { junitXml } from "../../reports/junit-xml.js";
import type { Finding, JudgedMutant, JudgeReport, Practice } from "../schema/report.js";
import { verdictDocs } from "../schema/verdict-texts.js";
import { groupsOf, isAccepted } from "./groups.js";
import { callOf, sidesOf, toneOf } from "./words.js";

/**
 * First the dry run. Then a suite for each cause of findings (the most severe first) and one for practices. Then a
 * suite for each call, with the mutants that found nothing. Each mutant is one case, in the suite of its most severe
 * cause.
 */
export function judgeJUnit(report: JudgeReport): string {
  const { command, durationMs, dryRun, mutants, practices, counts, coverage } = report;
  const accused = causesOf(report);
  const others = mutants.filter(({ id }) => !accused.has(id));
  const byCause = Map.groupBy(
    mutants.filter(({ id }) => accused.has(id)),
    ({ id }) => accused.get(id)!,
  );
  const suite = ([name, group]: readonly [string, readonly JudgedMutant[]]) => ({
    name,
    testCases: group.map((mutant) => caseOf(mutant, report)),
  });
  return junitXml({
    name: `payment-sandbox judge ${command?.join(" ") ?? ""}`.trim(),
    durationMs,
    properties: {
      ...counts,
      ...(coverage && { coverage: coverageText(coverage), "coverage.percent": coverage.percent }),
    },
    suites: [
      { name: "dry run", testCases: [{ name: "dry run", ...failing("dry-run", dryRun.problems) }] },
      ...[...new Set(accused.values())].map((cause) => suite([cause, byCause.get(cause) ?? []])),
      { name: "practices", testCases: practices.map(practiceCase) },
      ...[...Map.groupBy(others, callOf)].map(suite),
    ],
  });
}

/**
 * The worst cause of each accused mutant, worst first. For example `charged-twice: tokenization/sale, after-commit`.
 */
function causesOf(report: JudgeReport): ReadonlyMap<string, string> {
  const causes = new Map<string, string>();
  for (const { verdict, operation, cause, findings } of groupsOf(report))
    for (const { mutant } of findings)
      if (!causes.has(mutant)) causes.set(mutant, `${verdict}: ${operation}, ${cause}`);
  return causes;
}

const failing = (type: string, messages: readonly string[]) =>
  messages.length > 0 ? { failures: messages.map((message) => ({ type, message })) } : {};

function caseOf(mutant: JudgedMutant, { findings }: JudgeReport) {
  const found = findings.filter(({ mutant: id }) => id === mutant.id);
  const told = [
    ...(toneOf(mutant.verdict) === "unsure" ? [`${mutant.verdict}: ${mutant.about}`] : []),
    ...found.filter(isAccepted).map(messageOf),
  ];
  const fresh = found.filter((finding) => !isAccepted(finding));
  return {
    name: mutant.id,
    classname: mutant.operation,
    time: mutant.ms / 1000,
    ...(mutant.verdict === "notRun" && { skipped: true }),
    ...(told.length > 0 && { systemOut: told }),
    ...(fresh.length > 0 && {
      failures: fresh.map((finding) => ({ type: finding.verdict, message: messageOf(finding) })),
    }),
  };
}

const messageOf = (finding: Finding): string =>
  [
    `${finding.verdict}: ${finding.why}`,
    ...sidesOf(finding).map(([name, books, beliefs]) => `${name}: books ${books}; the shop believes ${beliefs}`),
    `harm: ${finding.harm.currency} ${finding.harm.amount.toFixed(2)}`,
    `cure: ${finding.cure}`,
    `more: ${verdictDocs(finding.verdict)} in the package`,
    `calls: ${finding.requests.join(", ")}`,
    `replay: ${finding.replay}`,
    ...(finding.isKnown ? ["known: already in the baseline"] : []),
    ...(finding.waiver ? [`accepted until ${finding.waiver.until}: ${finding.waiver.reason}`] : []),
  ].join("\n");

const practiceCase = ({ id, grave, isKnown, cause, cure, evidence }: Practice) => {
  const seen = evidence.map(({ mutant, what }) => `${mutant ?? "dry run"}: ${what}`);
  const text = [cause, ...seen, `cure: ${cure}`].join("\n");
  return { name: id, classname: "practices", ...(grave && !isKnown ? failing(id, [text]) : { systemOut: [text] }) };
};

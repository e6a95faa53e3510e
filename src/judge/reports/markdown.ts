import { codeText, commentOf, plainText } from "../../reports/markdown.js";
import { plural } from "../../scenario/values/plural.js";
import type { JudgeReport, Practice } from "../schema/report.js";
import { type Group, groupsOf, harmText, seenText } from "./groups.js";
import { countsLine, sidesOf, verdictLine } from "./words.js";

const SHOWN_EVENTS = 12;

/** For a pull request's comment and a step summary: each mistake with its cure, the most severe first. */
export function judgeMarkdown(report: JudgeReport): string {
  const { dryRun, harm, practices, unproven, hasBeliefs } = report;
  const nothingTold = hasBeliefs || dryRun.problems.length > 0 ? [] : ["The shop reported no beliefs."];
  return commentOf([
    [`## Judge: ${verdictLine(report)}`, "", `${countsLine(report)}, seed ${report.seed}.`, ""].join("\n"),
    ...[...dryRun.problems, ...nothingTold, ...unproven].map((line) => `- ${plainText(line)}`),
    ...(harm.some(({ amount }) => amount > 0) ? [`\n${harmText(harm)}.\n`] : []),
    ...groupsOf(report).map(groupText),
    ...practices.map(practiceText),
  ]);
}

function groupText({ verdict, operation, cause, findings }: Group): string {
  const [first] = findings;
  const events = first.schedule.slice(0, SHOWN_EVENTS).map((line, i) => `${i + 1}. ${plainText(line)}`);
  return [
    `### ✗ ${verdict}: ${operation}, ${cause} (${plural(findings.length, "finding")})`,
    "",
    plainText(`${first.why}${seenText(first)}`),
    "",
    ...sidesOf(first).map(
      ([reference, books, shop]) =>
        `- ${codeText(reference)}: the books say ${plainText(books)}; the shop says ${plainText(shop)}`,
    ),
    "",
    `**Cure:** ${plainText(first.cure)}`,
    "",
    "<details><summary>What happened, and how to replay it</summary>",
    "",
    ...events,
    "",
    codeText(first.replay),
    "",
    "</details>",
    "",
  ].join("\n");
}

const practiceText = ({ id, grave, cause, cure, evidence }: Practice): string =>
  [
    `### ${grave ? "✗" : "!"} ${id}`,
    "",
    `${plainText(cause)} Seen: ${plainText(evidence[0]?.what ?? "")}`,
    "",
    `**Cure:** ${plainText(cure)}`,
    "",
  ].join("\n");

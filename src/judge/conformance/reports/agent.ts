import { printable } from "../../../package/printable.js";
import { beliefText, bookText, eventText } from "../../reports/words.js";
import type { Finding, JudgedMutant, JudgeReport } from "../../schema/report.js";
import type { ConformanceReport } from "../conformance.js";
import type { TestResult } from "../evaluate.js";
import { headline, requirementOf, summaryText } from "./words.js";

/** Few events, because each line costs the agent tokens. */
const SHOWN_EVENTS = 14;
const SHOWN_FAILURES = 10;

/** The results for an agent: a block for each failed test, small enough for a prompt. */
export function agentText(results: ConformanceReport, report: JudgeReport): string {
  const failed = results.tests.filter(({ result }) => result === "FAIL");
  const rest = failed.length - SHOWN_FAILURES;
  return [
    `${headline(results)} ${summaryText(results.summary)}. ${results.wording}.`,
    ...failed.slice(0, SHOWN_FAILURES).map((test) => block(test, report)),
    ...(rest > 0 ? [`${rest} more tests failed: ask for one profile at a time.`] : []),
    ...lines(results, "NOT VERIFIED"),
    ...lines(results, "WARN"),
  ].join("\n\n");
}

const lines = ({ tests }: ConformanceReport, wanted: TestResult["result"]): readonly string[] => {
  const found = tests.filter(({ result }) => result === wanted);
  return found.length === 0 ? [] : [`${wanted}\n${found.map(({ id, why }) => `- ${id}: ${why}`).join("\n")}`];
};

function block(test: TestResult, report: JudgeReport): string {
  const finding = report.findings.find(({ mutant }) => test.evidence.includes(mutant));
  const mutant = report.mutants.find(({ id }) => id === (finding?.mutant ?? test.evidence[0]));
  return [
    `${test.id} FAIL: ${test.requirement}`,
    ...(mutant ? [`Changed: ${mutant.about} (${mutant.id})`] : []),
    ...(mutant ? ["What happened:", ...events(mutant)] : []),
    ...(finding ? ["Both sides:", ...sides(finding)] : []),
    `Wrong: the shop. ${test.why}`,
    ...(finding ? logLines(finding.output) : []),
    `Cure: ${requirementOf(test.id).cure}`,
    ...(mutant ? [`Play it again: ${mutant.replay}`] : []),
  ].join("\n");
}

const SHOWN_LINES = 5;

/** The last lines of the shop's output in that run, and the first line of the shop's code that its output names. */
function logLines(output: readonly string[]): readonly string[] {
  const lines = output.map((line) => printable(line)).filter((line) => line.trim() !== "");
  const place = lines.map(placeIn).find((one) => one !== undefined);
  return [
    ...(lines.length === 0
      ? []
      : ["The shop's log ends with:", ...lines.slice(-SHOWN_LINES).map((line) => `  ${line}`)]),
    ...(place === undefined ? [] : [`The log names: ${place}`]),
  ];
}

/** A file with a line number, as in stack traces of Node.js, Python and PHP. Skips files of libraries. */
const places = [
  /((?:file:\/\/)?[\w./-]+\.[cm]?[jt]sx?):(\d+)/,
  /File "([^"]+)", line (\d+)/,
  /in (\S+\.php)(?: on line |:)(\d+)/,
];

function placeIn(line: string): string | undefined {
  const found = places.map((one) => one.exec(line)).find((one) => one !== null);
  return found && !/node_modules|node:|site-packages|\/vendor\//.test(found[1]!)
    ? `${found[1]}:${found[2]}`
    : undefined;
}

function events({ run }: JudgedMutant): readonly string[] {
  const all = (run?.timeline ?? []).map((event, i) => `${i + 1}. ${event.reference ?? "–"} ${eventText(event)}`);
  const left = all.length - SHOWN_EVENTS;
  return left > 0 ? [...all.slice(0, SHOWN_EVENTS), `… ${left} more`] : all;
}

const sides = ({ references, books, beliefs }: Finding): readonly string[] =>
  references.map((one) => `- ${one}: the books say ${bookText(books[one])}; the shop says ${beliefText(beliefs[one])}`);

import { coverageText } from "../../coverage/coverage.js";
import { printable } from "../../package/printable.js";
import { plural } from "../../scenario/values/plural.js";
import type { Finding, JudgedMutant, JudgeReport, Practice } from "../schema/report.js";
import { verdictDocs } from "../schema/verdict-texts.js";
import type { Verdict } from "../schema/verdicts.js";
import { groupsOf, harmText, seenText } from "./groups.js";
import { callOf, countsLine, sidesOf, toneOf, toneSigns, verdictLine } from "./words.js";

const SHOWN = { verdicts: 3, practices: 2, calls: 4, unproven: 2 } as const;
const WIDTH = 160;
const REPLAY = "    replay  ";
/**
 * Commands stay unchanged, because people paste them. Other text from the shop is escaped, so that it can't move the
 * cursor or start a line of its own.
 */
function lineText(text: string): string {
  if (text.startsWith(REPLAY)) return printable(text);
  const line = printable(text).replaceAll("\n", "\\n");
  return line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line;
}

/** Findings first, then each call with its mutants' results. Fits on one screen. */
export function judgeLines(report: JudgeReport): readonly string[] {
  const { practices, mutants, dryRun, coverage, harm, unproven } = report;
  return [
    verdictLine(report),
    ...dryRun.problems.map((problem) => `  ${problem}`),
    ...(report.hasBeliefs || dryRun.problems.length > 0
      ? []
      : ["the shop reported no beliefs, so only practices and expectations were judged"]),
    ...(harm.some(({ amount }) => amount > 0) ? [`  ${harmText(harm)}`] : []),
    ...findingLines(report),
    ...practiceLines(practices),
    ...(mutants.length > 0 ? matrixLines(mutants) : []),
    ...unproven.slice(0, SHOWN.unproven).map((line) => `not proven: ${line}`),
    ...noteLines(report),
    ...(mutants.length > 0 ? [countsLine(report)] : []),
    ...(coverage ? [`${coverageText(coverage)}, ${coverage.percent} %`] : []),
  ].map(lineText);
}

/**
 * Shows one finding of each cause in full, with its cure, because the others usually have the same mistake behind
 * them.
 */
function findingLines(report: JudgeReport): readonly string[] {
  const byVerdict = [...Map.groupBy(groupsOf(report), ({ verdict }) => verdict).values()];
  const rest = byVerdict.slice(SHOWN.verdicts);
  return [
    ...byVerdict.slice(0, SHOWN.verdicts).flatMap((groups) => {
      const [first, ...others] = groups.flatMap(({ findings }) => findings) as [Finding, ...Finding[]];
      const more = others.length > 0 ? ` and ${plural(others.length, "other")}` : "";
      return [
        `✗ ${first.verdict}  ${first.mutant}${more}${seenText(first)}: ${first.why}`,
        `    ${sidesOf(first)
          .map(([reference, books, beliefs]) => `${reference}: books ${books} | shop ${beliefs}`)
          .join("; ")}`,
        ...scheduleLines(first),
        ...wrapped("    cure    ", first.cure),
        `    more    ${verdictDocs(first.verdict)}`,
        ...(first.waiver === null ? [] : [`    waiver  until ${first.waiver.until}: ${first.waiver.reason}`]),
        `${REPLAY}${first.replay}`,
      ];
    }),
    ...(rest.length > 0
      ? [
          `✗ and ${rest.map((groups) => `${groups[0]!.verdict} ${groups.flatMap(({ findings }) => findings).length}`).join(", ")}`,
        ]
      : []),
  ];
}

/** A named text, wrapped over as many lines as it needs. */
function wrapped(name: string, text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && name.length + last.length + word.length < WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, i) => `${i === 0 ? name : " ".repeat(name.length)}${line}`);
}

/** The sequence of events, if the mutant changes it. */
const scheduleLines = ({ mutant, schedule }: Finding): readonly string[] =>
  /\/(race|order|crash)\//.test(mutant) ? schedule.map((line, i) => `    ${i + 1}. ${line}`) : [];

function practiceLines(practices: readonly Practice[]): readonly string[] {
  const rest = practices.slice(SHOWN.practices).map(({ id }) => id);
  return [
    ...practices
      .slice(0, SHOWN.practices)
      .map(
        ({ id, grave, seen, cure }) =>
          `${grave ? "✗ grave practice" : "· advice"}  ${id}, in ${plural(seen, "run")}: ${cure}`,
      ),
    ...(rest.length > 0 ? [`· and ${rest.join(", ")}`] : []),
  ];
}

/** One line: what prevented runs, else the notes, of which the reports list all. */
function noteLines({ notes, mutants }: JudgeReport): readonly string[] {
  // If a run fails before its first call, the change is rarely the cause. Often it was a simultaneous run.
  const silent = mutants.filter(({ verdict, run }) => verdict === "noticed" && run?.timeline.length === 0);
  if (silent.length > 0)
    return [
      `${plural(silent.length, "run")} failed before the first call; if they share a port or a database, try --jobs 1: ${silent[0]!.run!.why}`,
    ];
  return notes.length > 1 ? [`${notes.length} notes, for example ${notes[0]}`] : notes;
}

const short: Readonly<Record<string, string>> = { "before-commit": "before", "after-commit": "after" };

/** A row per call and a column per kind of change. Each cell has the worst result, and the number of mutants. */
function matrixLines(mutants: readonly JudgedMutant[]): readonly string[] {
  const columns = [...new Set(mutants.map(({ family }) => family))];
  const rows = Object.entries(Object.groupBy(mutants, callOf)) as [string, JudgedMutant[]][];
  const worstFirst = rows.toSorted(([, a], [, b]) => worst(b) - worst(a));
  const width = Math.max(...rows.map(([call]) => call.length)) + 2;
  const line = (first: string, fields: readonly string[]) =>
    `  ${first.padEnd(width)}${fields.map((field) => field.padEnd(9)).join("")}`.trimEnd();
  const hidden = rows.length - SHOWN.calls;
  return [
    line(
      "",
      columns.map((family) => short[family] ?? family),
    ),
    ...worstFirst.slice(0, SHOWN.calls).map(([call, group]) =>
      line(
        call,
        columns.map((family) => fieldOf(group.filter((one) => one.family === family))),
      ),
    ),
    ...(hidden > 0 ? [`  and ${plural(hidden, "call")} with nothing worse`] : []),
  ];
}

const ranks = { none: 0, good: 1, unsure: 2, bad: 3 } as const;
const rankOf = (verdict: Verdict): number => ranks[toneOf(verdict)];
const worst = (group: readonly JudgedMutant[]): number => Math.max(...group.map(({ verdict }) => rankOf(verdict)));

function fieldOf(group: readonly JudgedMutant[]): string {
  if (group.length === 0) return "";
  const rank = worst(group);
  const of = group.filter(({ verdict }) => rankOf(verdict) === rank);
  const sign = toneSigns[toneOf(of[0]!.verdict)];
  return of.length === group.length ? `${sign} ${of.length}` : `${sign} ${of.length}/${group.length}`;
}

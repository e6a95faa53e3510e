import { coverageText } from "../../coverage/coverage.js";
import type { Finding, JudgedMutant, JudgeReport, Manner, Verdict } from "../../library/language.js";
import { plural } from "../../scenario/plural.js";
import { callOf, countsLine, sidesOf, signs, toneOf, verdictLine } from "./words.js";

const SHOWN = { verdicts: 3, manners: 2, calls: 5 } as const;
const WIDTH = 160;
const REPLAY = "    replay  ";
/** A command is for pasting: it stays whole. */
const cut = (line: string): string =>
  line.length > WIDTH && !line.startsWith(REPLAY) ? `${line.slice(0, WIDTH - 1)}…` : line;

/** What was found first, then each call with what its mutants came to: for one screen. */
export function judgeLines(report: JudgeReport): readonly string[] {
  const { findings, manners, mutants, dryRun, coverage } = report;
  return [
    verdictLine(report),
    ...dryRun.problems.map((problem) => `  ${problem}`),
    ...(report.hasBeliefs || dryRun.problems.length > 0
      ? []
      : ["the shop told no beliefs: only manners and expectations were judged"]),
    ...findingLines(findings),
    ...mannerLines(manners),
    ...(mutants.length > 0 ? matrixLines(mutants) : []),
    ...noteLines(report),
    ...(mutants.length > 0 ? [countsLine(report)] : []),
    ...(coverage ? [`${coverageText(coverage)}, ${coverage.percent} %`] : []),
  ].map(cut);
}

/** One of each verdict in full: the others of it have the same cause more often than not. */
function findingLines(findings: readonly Finding[]): readonly string[] {
  const byVerdict = Object.values(Object.groupBy(findings, ({ verdict }) => verdict)) as (readonly Finding[])[];
  const rest = byVerdict.slice(SHOWN.verdicts);
  return [
    ...byVerdict.slice(0, SHOWN.verdicts).flatMap(([first, ...others]) => {
      const more = others.length > 0 ? ` and ${plural(others.length, "other")}` : "";
      return [
        `✗ ${first!.verdict}  ${first!.mutant}${more}: ${first!.why}`,
        `    ${sidesOf(first!)
          .map(([reference, books, beliefs]) => `${reference}: books ${books} | shop ${beliefs}`)
          .join("; ")}`,
        `${REPLAY}${first!.replay}`,
      ];
    }),
    ...(rest.length > 0
      ? [`✗ and ${rest.map(([first, ...others]) => `${first!.verdict} ${others.length + 1}`).join(", ")}`]
      : []),
  ];
}

function mannerLines(manners: readonly Manner[]): readonly string[] {
  const rest = manners.slice(SHOWN.manners).map(({ id }) => id);
  return [
    ...manners
      .slice(0, SHOWN.manners)
      .map(
        ({ id, grave, seen, cure }) =>
          `${grave ? "✗ grave manner" : "· advice"}  ${id}, in ${plural(seen, "run")}: ${cure}`,
      ),
    ...(rest.length > 0 ? [`· and ${rest.join(", ")}`] : []),
  ];
}

/** One line: what hinders runs, else what is not resolved. All of it stands in the reports. */
function noteLines({ notes, mutants }: JudgeReport): readonly string[] {
  // What fails before its first call is seldom hindered by the change: most often by another run at the same time.
  const silent = mutants.filter(({ verdict, run }) => verdict === "noticed" && run?.timeline.length === 0);
  if (silent.length > 0)
    return [
      `${plural(silent.length, "run")} failed before the first call, as where two share a port or a database (--jobs 1): ${silent[0]!.run!.why}`,
    ];
  return notes.length > 1 ? [`${notes.length} are not resolved, such as ${notes[0]}`] : notes;
}

const short: Readonly<Record<string, string>> = { "before-commit": "before", "after-commit": "after" };

/** A row for each call, a column for each kind of change: the worst that came of it, and of how many. */
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
  const sign = signs[toneOf(of[0]!.verdict)];
  return of.length === group.length ? `${sign} ${of.length}` : `${sign} ${of.length}/${group.length}`;
}

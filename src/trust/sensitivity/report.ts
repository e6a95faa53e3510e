import { version } from "../../package/version.js";
import type { RunUnder } from "./run-under.js";
import type { FirstDifference } from "./transcript.js";

/** One alternative of an assumption, and the command's result under it. */
export interface TriedChoice extends Pick<RunUnder, "exitCode" | "unmet" | "durationMs"> {
  readonly choice: string;
  readonly passes: boolean;
  readonly firstDifference?: FirstDifference | undefined;
  /** The end of the output of a run that doesn't pass. */
  readonly output?: string | undefined;
}

/**
 * `not-touched`: no call depended on it. `safe`: the command passes with every choice. `leaning`: it passes only with
 * the default choice. `observed`: a calibration has confirmed it. `left`: a call depended on it, but there was no
 * time to try it.
 */
export const leanings = ["leaning", "left", "safe", "observed", "not-touched"] as const;
export type Leaning = (typeof leanings)[number];

export interface JudgedAssumption {
  readonly id: string;
  readonly claim: string;
  readonly findOut: string;
  readonly chosen: string;
  readonly verdict: Leaning;
  readonly tried: readonly TriedChoice[];
  /** Choices that were not tried for lack of time. */
  readonly left: readonly string[];
}

/** The findings of `sensitivity`. */
export interface SensitivityReport {
  readonly version: string;
  readonly command: readonly string[];
  readonly seed: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly runs: number;
  readonly assumptions: readonly JudgedAssumption[];
  readonly maxLeaning?: number | undefined;
  /** True if the command passes even if every call is refused. */
  readonly assertsNothing?: true | undefined;
  readonly exitCode: number;
}

/** The exit code if the tests depend on more assumptions than allowed. */
const EXIT_LEANING = 7;

export interface ReportedRun extends Pick<SensitivityReport, "command" | "seed" | "maxLeaning" | "assertsNothing"> {
  readonly startedAt: Date;
}

/** The findings and the exit code. */
export function reportOf(
  { startedAt, maxLeaning, assertsNothing, ...run }: ReportedRun,
  found: readonly JudgedAssumption[],
): SensitivityReport {
  const leaning = ofVerdict({ assumptions: found }, "leaning").length;
  return {
    version,
    ...run,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    runs: 1 + found.flatMap(({ tried }) => tried).length,
    assumptions: found,
    maxLeaning,
    ...(assertsNothing && { assertsNothing }),
    exitCode: maxLeaning !== undefined && leaning > maxLeaning ? EXIT_LEANING : 0,
  };
}

export const ofVerdict = (
  { assumptions }: Pick<SensitivityReport, "assumptions">,
  verdict: Leaning,
): readonly JudgedAssumption[] => assumptions.filter((one) => one.verdict === verdict);

/** For example "3 guesses are leaned on; 9 touched and safe; 41 not touched". */
export function countsText(report: Pick<SensitivityReport, "assumptions">): string {
  const many = (verdict: Leaning): number => ofVerdict(report, verdict).length;
  const leaning = many("leaning");
  const others = [
    [many("left"), "not tried in time"],
    [many("safe"), "touched and safe"],
    [many("observed"), "observed"],
    [many("not-touched"), "not touched"],
  ] as const;
  const told = others.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return [`${leaning} ${leaning === 1 ? "guess is" : "guesses are"} leaned on`, ...told].join("; ");
}

/** The failures with this choice, in a few words. */
export const triedText = ({ exitCode, unmet }: TriedChoice): string =>
  exitCode === null ? "took too long" : exitCode !== 0 ? `exit ${exitCode}` : (unmet[0] ?? "passes");

/** Describes the first call that differed, over several lines. */
export function differenceLines(first: FirstDifference): readonly string[] {
  const { lane, call, operation, merchantReference: reference, was, became } = first;
  return [
    `first call that differed: ${operation}${reference === undefined ? "" : ` ${reference}`} (call ${call} of lane ${lane})`,
    `  was     ${was}`,
    `  became  ${became ?? "no such call"}`,
  ];
}

/** The report for a terminal. Assumptions on which the command depends come first, the others only by name. */
export function sensitivityLines(report: SensitivityReport): readonly string[] {
  const { runs, durationMs, maxLeaning, exitCode } = report;
  const over = exitCode === 0 ? "" : `: more than --max-leaning ${maxLeaning}`;
  return [
    `${countsText(report)} (${runs} runs, ${(durationMs / 1000).toFixed(1)} s)${over}`,
    ...(report.assertsNothing
      ? [
          "warning: the command passes even if every call is refused, so its tests assert nothing, and safe means nothing",
        ]
      : []),
    ...ofVerdict(report, "leaning").flatMap(leaningLines),
    ...namesLine("not tried in time", ofVerdict(report, "left")),
    ...namesLine("touched and safe, whichever way it goes", ofVerdict(report, "safe")),
    ...namesLine("observed, so no guess", ofVerdict(report, "observed")),
  ];
}

const leaningLines = ({ id, claim, chosen, findOut, tried }: JudgedAssumption): readonly string[] => [
  "",
  `your tests lean on ${id} (${chosen}): ${claim}`,
  ...tried.flatMap((one) => [
    `  ${one.choice}: ${triedText(one)}`,
    ...(one.passes || !one.firstDifference
      ? []
      : differenceLines(one.firstDifference).map((line) => cut(`    ${line}`))),
  ]),
  `  settle it: ${findOut}`,
];

const WIDTH = 160;
const cut = (line: string): string => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line);

const namesLine = (what: string, found: readonly JudgedAssumption[]): readonly string[] =>
  found.length === 0 ? [] : ["", `${what}: ${found.map(({ id }) => id).join(", ")}`];

/** The first call with another answer than in the unchanged run. */
export interface FirstDifference {
  readonly lane: string;
  /** Its position in the lane's journal of the unchanged run, from 1. */
  readonly call: number;
  readonly operation: string;
  readonly merchantReference?: string | undefined;
  readonly was: string;
  /** Absent if the call was not made at all. */
  readonly became?: string | undefined;
}

/** One alternative of an assumption, and the command's result under it. */
export interface TriedChoice {
  readonly choice: string;
  readonly passes: boolean;
  /** Null if the run took too long. */
  readonly exitCode: number | null;
  /** Expectations and invariants that were not met, and the shop's wrong beliefs about money. */
  readonly unmet: readonly string[];
  readonly firstDifference?: FirstDifference | undefined;
  /** The end of the output of a run that doesn't pass. */
  readonly output?: string | undefined;
  readonly durationMs: number;
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
export const whyText = ({ exitCode, unmet }: TriedChoice): string =>
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

/** The first call whose answer was another one than in the run as it is. */
export interface FirstDifference {
  readonly lane: string;
  /** Its place in the lane's journal of the run as it is, from 1. */
  readonly call: number;
  readonly operation: string;
  readonly merchantReference?: string | undefined;
  readonly was: string;
  /** Absent where no such call was made any more. */
  readonly became?: string | undefined;
}

/** One alternative of an assumption, and what the command made of it. */
export interface TriedChoice {
  readonly choice: string;
  readonly passes: boolean;
  /** Null where the run took too long. */
  readonly exitCode: number | null;
  /** Expectations and books that did not hold, and money that the shop believes wrongly. */
  readonly unmet: readonly string[];
  readonly firstDifference?: FirstDifference | undefined;
  /** The last that a run wrote which does not pass. */
  readonly output?: string | undefined;
  readonly durationMs: number;
}

/**
 * `not-touched`: no call depended on it. `safe`: the command passes whichever way it goes. `leaning`: it passes because the
 * guess goes as it does. `observed`: a calibration settled it, so it is no guess. `left`: touched, and not tried in time.
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
  /** Choices for which there was no time. */
  readonly left: readonly string[];
}

/** What `sensitivity` found. */
export interface SensitivityReport {
  readonly version: string;
  readonly command: readonly string[];
  readonly seed: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly runs: number;
  readonly assumptions: readonly JudgedAssumption[];
  readonly maxLeaning?: number | undefined;
  readonly exitCode: number;
}

export const ofVerdict = (
  { assumptions }: Pick<SensitivityReport, "assumptions">,
  verdict: Leaning,
): readonly JudgedAssumption[] => assumptions.filter((one) => one.verdict === verdict);

/** "3 guesses are leaned on; 9 touched and safe; 41 not touched" */
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

/** What went wrong under a choice, in a few words. */
export const whyText = ({ exitCode, unmet }: TriedChoice): string =>
  exitCode === null ? "took too long" : exitCode !== 0 ? `exit ${exitCode}` : (unmet[0] ?? "passes");

/** The first call that differed, on lines of its own. */
export function differenceLines(first: FirstDifference): readonly string[] {
  const { lane, call, operation, merchantReference: reference, was, became } = first;
  return [
    `first call that differed: ${operation}${reference === undefined ? "" : ` ${reference}`} (call ${call} of lane ${lane})`,
    `  was     ${was}`,
    `  became  ${became ?? "no such call"}`,
  ];
}

import { version } from "../../package/version.js";
import { type JudgedAssumption, ofVerdict, type SensitivityReport } from "./report.js";

/** More guesses are leaned on than allowed. */
const EXIT_LEANING = 7;

export interface ReportedRun extends Pick<SensitivityReport, "command" | "seed" | "maxLeaning"> {
  readonly startedAt: Date;
}

/** What was found, with the verdict on it. */
export function reportOf(
  { command, seed, maxLeaning, startedAt }: ReportedRun,
  found: readonly JudgedAssumption[],
): SensitivityReport {
  const leaning = ofVerdict({ assumptions: found }, "leaning").length;
  return {
    version,
    command,
    seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    runs: 1 + found.flatMap(({ tried }) => tried).length,
    assumptions: found,
    maxLeaning,
    exitCode: maxLeaning !== undefined && leaning > maxLeaning ? EXIT_LEANING : 0,
  };
}

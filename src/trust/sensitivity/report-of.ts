import { version } from "../../package/version.js";
import { type JudgedAssumption, ofVerdict, type SensitivityReport } from "./report.js";

/** The exit code if the tests depend on more assumptions than allowed. */
const EXIT_LEANING = 7;

export interface ReportedRun extends Pick<SensitivityReport, "command" | "seed" | "maxLeaning" | "assertsNothing"> {
  readonly startedAt: Date;
}

/** The findings and the exit code. */
export function reportOf(
  { command, seed, maxLeaning, startedAt, assertsNothing }: ReportedRun,
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
    ...(assertsNothing && { assertsNothing }),
    exitCode: maxLeaning !== undefined && leaning > maxLeaning ? EXIT_LEANING : 0,
  };
}

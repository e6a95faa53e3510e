import type { JudgeReport } from "../library/language.js";
import { requireNode } from "../package/node.js";
import type { JudgedFunction, JudgeOptions } from "./types.js";

/** The shop is not right even where nothing is changed: there is nothing to judge by. */
export class DryRunFailed extends Error {
  readonly report: JudgeReport;

  constructor(report: JudgeReport) {
    super(`the dry run failed: ${report.dryRun.problems.join("; ")}`);
    this.name = "DryRunFailed";
    this.report = report;
  }
}

/**
 * Runs a function that uses the shop once as it is, then once per mutant, each time in a lane of its own: does the shop end
 * up right about the money? Throws DryRunFailed where it is not right when all goes well.
 */
export async function judge(run: JudgedFunction, options: JudgeOptions = {}): Promise<JudgeReport> {
  requireNode();
  // Loaded here, so that importing the package costs nothing until something is judged.
  const { judgeFunction } = await import("./judge-function.js");
  const report = await judgeFunction(run, options);
  if (report.dryRun.problems.length > 0) throw new DryRunFailed(report);
  return report;
}

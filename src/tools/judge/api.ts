import { requireNode } from "../../package/node.js";
import type { JudgeReport } from "../library/language.js";
import { checkArgument } from "../library/wrong-argument.js";
import type { JudgedFunction, JudgedReport, JudgeOptions } from "./types.js";

/**
 * Thrown if the shop is wrong even in the unchanged run, so that the judge cannot go on. The error contains the
 * report: `if (error instanceof DryRunFailed) console.error(error.report.dryRun.problems);`
 */
export class DryRunFailed extends Error {
  declare readonly report: JudgeReport;

  /** `thrown`: the function's error, if any. A test runner prints it as the cause, instead of the whole report. */
  constructor(report: JudgeReport, thrown?: unknown) {
    super(`the dry run failed: ${report.dryRun.problems.join("; ")}`, thrown === undefined ? {} : { cause: thrown });
    this.name = "DryRunFailed";
    Object.defineProperty(this, "report", { value: report, enumerable: false });
  }
}

/**
 * Runs a function that uses the shop, first unchanged and then once per mutant, each time in a lane of its own. Does
 * the shop end up right about the money? Throws DryRunFailed if it is wrong even when all goes well. `text` is the report
 * in the words of `payment-sandbox judge`: findings, practices, notes and counts. It is not enumerable, so the report's JSON
 * lacks it.
 *
 * ```ts
 * const report = await judge(async (lane) => {
 *   const shop = new Shop(lane.url);
 *   await shop.sell("TEA-1");
 *   return shop.beliefs();
 * });
 * expect(report.exitCode, report.text).toBe(0);
 * ```
 */
export async function judge(run: JudgedFunction, options: JudgeOptions = {}): Promise<JudgedReport> {
  requireNode();
  checkArgument(typeof run === "function", "judge", "a function that runs your shop", run);
  checkArgument(typeof options === "object" && options !== null, "judge", "options such as { seed: 7 }", options);
  // Loaded on demand, so that importing the package is fast.
  const { judgeFunction, printedReport } = await import("./judge-function.js");
  let thrown: unknown;
  const watched: JudgedFunction = async (lane, asked) => {
    try {
      return await run(lane, asked);
    } catch (error) {
      thrown ??= error;
      throw error;
    }
  };
  const report = await judgeFunction(watched, options);
  if (report.dryRun.problems.length > 0) throw new DryRunFailed(report, thrown);
  return Object.defineProperty(report as JudgedReport, "text", { get: () => printedReport(report) });
}

import { type JudgeCommandOptions, judgeCommand } from "../../judge/judge-command.js";
import type { JudgeFormat } from "../../judge/reports/formats.js";
import type { LeftOpen } from "../../judge/run/inspection.js";
import type { JudgedMutant, JudgeReport } from "../../judge/schema/report.js";
import { isAccusation } from "../../judge/schema/verdicts.js";
import { InvalidInput } from "../../package/errors.js";
import { printable } from "../../package/printable.js";
import type { ReportTarget } from "../../reports/write.js";
import { CommandNotRun } from "../../runs/child-process.js";
import { prepareReports, stoppable, writeReport } from "./many-runs.js";
import { progressOn } from "./progress.js";

export interface RunJudgeOptions extends Omit<JudgeCommandOptions, "inspect" | "tellsEach"> {
  /** True to keep the lanes with findings open in the console until a signal arrives. */
  readonly inspect?: true | undefined;
  readonly reports: readonly ReportTarget<JudgeFormat>[];
  readonly minCoverage?: number | undefined;
}

/** Judges a command, prints the findings, and writes reports. Resolves with the exit code. Throws InvalidInput. */
export async function runJudge(options: RunJudgeOptions): Promise<number> {
  prepareReports(options.reports.map(({ file }) => file));
  return stoppable(async (stopping) => {
    let isTold = false;
    const inspect = async (report: JudgeReport, leftOpen: readonly LeftOpen[]): Promise<void> => {
      if (stopping.signal.aborted || leftOpen.length === 0) return;
      isTold = true;
      await tell(report, options);
      await lookedAt(leftOpen, stopping.signal);
    };
    try {
      const report = await judged(
        { ...options, tellsEach: options.reports.length > 0, inspect: options.inspect && inspect },
        stopping.signal,
      );
      // The signal that ends the inspection doesn't change the result.
      if (isTold) return exitCodeOf(report, options.minCoverage);
      const exitCode = stopping.exitCode() ?? exitCodeOf(report, options.minCoverage);
      await tell(report, options);
      return exitCode;
    } catch (error) {
      if (error instanceof CommandNotRun) throw new InvalidInput(error.message);
      throw error;
    }
  });
}

const exitCodeOf = (report: JudgeReport, minCoverage: number | undefined): number =>
  report.exitCode === 0 && isLess(report, minCoverage) ? 4 : report.exitCode;

const isLess = ({ coverage }: JudgeReport, minCoverage: number | undefined): boolean =>
  coverage !== undefined && minCoverage !== undefined && coverage.percent < minCoverage;

/** Prints the lanes' addresses, and waits for the signal that ends it. */
async function lookedAt(leftOpen: readonly LeftOpen[], signal: AbortSignal): Promise<void> {
  const lines = leftOpen.map(({ verdicts, mutant, url }) => `  ${verdicts.join(", ")}  ${mutant}  ${url}\n`);
  process.stderr.write(printable(`findings stay open until Ctrl-C:\n${lines.join("")}`));
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

/** Judges a command. Prints a line to stderr for each mutant, or a progress bar. */
export async function judged(options: JudgeCommandOptions, signal: AbortSignal): Promise<JudgeReport> {
  const progress = await progressOn<JudgedMutant>(process.stderr, {
    thing: "mutant",
    found: "found",
    isFound: ({ verdict }) => isAccusation(verdict),
    line: ({ verdict, id }) => printable(`${verdict.padEnd(19)} ${id}`),
  });
  try {
    return await judgeCommand(options, progress, signal);
  } finally {
    progress.close();
  }
}

async function tell(report: JudgeReport, { reports, minCoverage }: RunJudgeOptions): Promise<void> {
  const { judgeLines } = await import("../../judge/reports/terminal.js");
  for (const line of judgeLines(report)) process.stdout.write(`${line}\n`);
  if (isLess(report, minCoverage)) process.stdout.write(`coverage is below --min-coverage ${minCoverage}\n`);
  for (const { format, file } of reports) writeReport(file, await reportText(report, format));
}

async function reportText(report: JudgeReport, format: JudgeFormat): Promise<string> {
  switch (format) {
    case "json":
      return `${JSON.stringify(report, null, 2)}\n`;
    case "junit":
      return (await import("../../judge/reports/junit.js")).judgeJUnit(report);
    case "html":
      return (await import("../../judge/reports/html.js")).judgeHtml(report);
    case "markdown":
      return (await import("../../judge/reports/markdown.js")).judgeMarkdown(report);
    case "badge":
      return (await import("../../judge/reports/badge.js")).judgeBadge(report);
  }
}

import { constants } from "node:os";
import { coverageText } from "../../coverage/coverage.js";
import { CannotStart } from "../../package/errors.js";
import { brokenOf, type CommandRun, failuresOf, neverFired, type Run, unableOf } from "../../reports/run.js";
import { summaryLines, totalsLine } from "../../reports/text.js";
import { type ReportTarget, writeReports } from "../../reports/write.js";
import { CommandNotRun } from "../../runs/child-process.js";
import { runInSandbox, type SandboxRunOptions } from "../../runs/run-in-sandbox.js";

export interface ExecOptions extends SandboxRunOptions {
  readonly reports: readonly ReportTarget[];
  /** True if warnings make the command fail. */
  readonly strict?: boolean;
  /** True to print a summary at the end. Failures are always printed. */
  readonly hasSummary?: boolean;
  /** In percent of all cells. Less coverage fails. */
  readonly minCoverage?: number | undefined;
}

const EXIT = { usage: 2, cannotStart: 3, expectation: 4, invariant: 5 } as const;

/** Our lines appear between those of the command, so a prefix marks them. */
const say = (line: string): void => void process.stderr.write(`payment-sandbox | ${line}\n`);
const warn = (warning: string, isStrict = false): void => say(`${isStrict ? "error" : "warning"}: ${warning}`);

/** Runs a command inside a sandbox, prints failed checks, and writes reports. Resolves with the exit code. */
export async function runExec(options: ExecOptions): Promise<number> {
  const known = options.settings.scenarios.flatMap(({ warnings = [] }) => warnings);
  for (const warning of known) warn(warning);
  try {
    const ended = await runInSandbox(options);
    return ended.kind === "stopped" ? 128 + constants.signals[ended.signal] : await report(ended.run, known, options);
  } catch (error) {
    const exitCode = exitCodeOf(error);
    if (exitCode === undefined) throw error;
    say((error as Error).message);
    return exitCode;
  }
}

function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof CannotStart) return EXIT.cannotStart;
  return error instanceof CommandNotRun ? EXIT.usage : undefined;
}

/** `known`: warnings that were printed before the command ran. */
async function report(
  ended: CommandRun,
  known: readonly string[],
  { reports, strict = false, hasSummary = true, minCoverage }: ExecOptions,
): Promise<number> {
  const found = warningsOf(ended);
  const harmless = callWarnings(ended, false);
  const warnings = [...known, ...found];
  const isLess = minCoverage !== undefined && ended.coverage.percent < minCoverage;
  const isFailing = isLess || (strict && warnings.length > 0);
  const run: Run = {
    ...ended,
    warnings: [...warnings, ...harmless],
    exitCode: ended.commandExitCode || verdictOf(ended, isFailing),
  };
  for (const line of summaryLines(run)) say(line);
  for (const warning of found) warn(warning, strict);
  for (const warning of harmless) warn(warning);
  if (isLess) say(`${coveredText(ended)}: less than --min-coverage ${minCoverage}`);
  if (hasSummary) say(`${totalsLine(ended)}, ${coveredText(ended)}`);
  try {
    await writeReports(run, reports);
    return run.exitCode;
  } catch (error) {
    say(`cannot write a report: ${(error as Error).message}`);
    return run.exitCode || EXIT.cannotStart;
  }
}

const coveredText = ({ coverage }: CommandRun): string => `${coverageText(coverage)}, ${coverage.percent} %`;

const warningsOf = (run: CommandRun): readonly string[] => [
  ...(run.calls === 0 ? ["the command never called the sandbox"] : []),
  ...neverFired(run).map((rule) => `${rule} never fired`),
  ...callWarnings(run, true),
];

/**
 * Under --strict, only an unknown name that is similar to a known one fails, because shops may send extra members.
 */
const callWarnings = ({ callWarnings: all = [] }: CommandRun, isNearMiss: boolean): readonly string[] =>
  all
    .filter((one) => one.isNearMiss === isNearMiss)
    .map(({ text, times }) => (times === 1 ? text : `${text} (${times} calls)`));

function verdictOf(run: CommandRun, isFailing: boolean): number {
  if (brokenOf(run).length > 0) return EXIT.invariant;
  return failuresOf(run).length > 0 || unableOf(run).length > 0 || isFailing ? EXIT.expectation : 0;
}

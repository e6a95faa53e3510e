import { constants } from "node:os";
import { CannotStart } from "../package/errors.js";
import { brokenOf, type CommandRun, failuresOf, type Run } from "../reports/run.js";
import { summaryLines } from "../reports/text.js";
import { type ReportTarget, writeReports } from "../reports/write.js";
import { CommandNotRun } from "../runs/child-process.js";
import { runInSandbox, type SandboxRunOptions } from "../runs/run-in-sandbox.js";

export interface ExecOptions extends SandboxRunOptions {
  readonly reports: readonly ReportTarget[];
}

const EXIT = { usage: 2, cannotStart: 3, expectation: 4, invariant: 5 } as const;

/** Our lines stand between those of the command; the prefix marks them. */
const say = (line: string): void => void process.stderr.write(`payment-sandbox | ${line}\n`);

/** Runs a command inside a sandbox, says what did not hold there, and writes reports. Resolves with the exit code. */
export async function runExec({ reports, ...options }: ExecOptions): Promise<number> {
  try {
    const ended = await runInSandbox(options);
    return ended.kind === "stopped" ? 128 + constants.signals[ended.signal] : await report(ended.run, reports);
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

async function report(ended: CommandRun, reports: readonly ReportTarget[]): Promise<number> {
  const run: Run = { ...ended, exitCode: ended.commandExitCode || verdictOf(ended) };
  for (const line of summaryLines(run)) say(line);
  try {
    await writeReports(run, reports);
    return run.exitCode;
  } catch (error) {
    say(`cannot write a report: ${(error as Error).message}`);
    return run.exitCode || EXIT.cannotStart;
  }
}

function verdictOf(run: CommandRun): number {
  if (brokenOf(run).length > 0) return EXIT.invariant;
  return failuresOf(run).length > 0 ? EXIT.expectation : 0;
}

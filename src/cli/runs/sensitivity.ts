import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "../../config/settings.js";
import { assumptions, type Policy } from "../../facts/assumptions.js";
import { InvalidInput } from "../../package/errors.js";
import type { ReportTarget } from "../../reports/write.js";
import { CommandNotRun } from "../../runs/child-process.js";
import { parseDuration } from "../../scenario/values/duration.js";
import { compileGlob } from "../../scenario/values/pattern.js";
import type { TriedChoice } from "../../trust/sensitivity/report.js";
import { reportText } from "../../trust/sensitivity/report-files.js";
import { reportOf } from "../../trust/sensitivity/report-of.js";
import { sensitivityLines } from "../../trust/sensitivity/report-text.js";
import { commandRuns } from "../../trust/sensitivity/run-under.js";
import { assertsNothing, DryRunFailed, sensitivity } from "../../trust/sensitivity/sensitivity.js";
import { didYouMean } from "../did-you-mean.js";
import { prepareReports, stoppable, writeReport } from "./many-runs.js";
import { progressOn } from "./progress.js";

export interface RunSensitivityOptions {
  readonly settings: Settings;
  readonly command: readonly string[];
  readonly reports: readonly ReportTarget[];
  readonly jobs?: number;
  readonly budget?: string;
  readonly only?: string;
  readonly timeout?: string;
  readonly maxLeaning?: number;
  readonly pairs?: true;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Runs the command under each alternative, prints the findings, and writes reports. Resolves with the exit code. */
export async function runSensitivity(options: RunSensitivityOptions): Promise<number> {
  prepareReports(options.reports.map(({ file }) => file));
  return stoppable(async (stopping) => {
    try {
      const exitCode = await judged(options, stopping.signal);
      return stopping.exitCode() ?? exitCode;
    } catch (error) {
      const stopped = stopping.exitCode();
      if (stopped !== undefined) return stopped;
      if (error instanceof CommandNotRun) throw new InvalidInput(error.message);
      if (!(error instanceof DryRunFailed)) throw error;
      process.stderr.write(error.output);
      say(`payment-sandbox: ${error.message}`);
      return 1;
    }
  });
}

async function judged(options: RunSensitivityOptions, signal: AbortSignal): Promise<number> {
  const {
    settings,
    command,
    reports,
    only,
    maxLeaning,
    pairs,
    jobs = availableParallelism(),
    budget,
    timeout = "60s",
  } = options;
  if (only !== undefined && !assumptions.some(({ id }) => compileGlob(only)(id)))
    throw new InvalidInput(
      `--only: no assumption's id fits ${JSON.stringify(only)}${didYouMean(
        only,
        assumptions.map(({ id }) => id),
      )}`,
    );
  const startedAt = new Date();
  const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-sensitivity-"));
  const progress = await progressOn<TriedChoice & { readonly id: string }>(process.stderr, {
    thing: "alternative",
    found: "leaned on",
    isFound: ({ passes }) => !passes,
    line: ({ id, choice, passes }) => `${passes ? "safe   " : "leaning"} ${id}: ${choice}`,
  });
  try {
    const run = commandRuns({ settings, command, folder, timeoutMs: parseDuration(timeout), signal });
    const found = await sensitivity({
      run,
      pairs,
      policy: settings.policy,
      observed: observedIn(settings),
      budgetMs: budget === undefined ? undefined : parseDuration(budget),
      ...{ only, jobs, signal },
      onPlan: progress.begin,
      onTried: (id, tried) => progress.ended({ id, ...tried }),
    });
    progress.close();
    const isLeaning = found.some(({ verdict }) => verdict === "leaning");
    const isBlind = !isLeaning && !signal.aborted && (await assertsNothing(run));
    const assertion = isBlind ? ({ assertsNothing: true } as const) : {};
    const report = reportOf({ command, seed: settings.seed, maxLeaning, startedAt, ...assertion }, found);
    for (const line of sensitivityLines(report)) process.stdout.write(`${line}\n`);
    for (const { format, file } of reports) writeReport(file, await reportText(report, format));
    return report.exitCode;
  } finally {
    progress.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Observed assumptions that the settings do not override. */
const observedIn = ({ observed, policy }: Settings): ReadonlySet<string> =>
  new Set(Object.entries(observed.choices).flatMap(([id, seen]) => (policy[id as keyof Policy] === seen ? [id] : [])));

import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "../../config/settings.js";
import { assumptions, type Policy } from "../../facts/assumptions.js";
import { InvalidInput } from "../../package/errors.js";
import type { ReportTarget } from "../../reports/write.js";
import { parseDuration } from "../../scenario/values/duration.js";
import { sentence, similar } from "../../scenario/values/issues.js";
import { compileGlob } from "../../scenario/values/pattern.js";
import { reportOf, sensitivityLines, type TriedChoice } from "../../trust/sensitivity/report.js";
import { reportText } from "../../trust/sensitivity/report-files.js";
import { commandRuns } from "../../trust/sensitivity/run-under.js";
import { assertsNothing, sensitivity, UnchangedRunFailed } from "../../trust/sensitivity/sensitivity.js";
import { prepareReports, stoppable, writeReportFiles } from "./many-runs.js";
import { progressOn } from "./progress.js";

export interface SensitivityFlags {
  readonly report?: readonly ReportTarget[];
  readonly jobs?: number;
  readonly budget?: string;
  readonly only?: string;
  readonly timeout?: string;
  readonly maxLeaning?: number;
  readonly pairs?: true;
}

/** Runs the command under each alternative, prints the findings, and writes reports. Resolves with the exit code. */
export async function runSensitivity(
  settings: Settings,
  command: readonly string[],
  flags: SensitivityFlags,
): Promise<number> {
  prepareReports((flags.report ?? []).map(({ file }) => file));
  return stoppable(async (stopping) => {
    try {
      const exitCode = await tried(settings, command, flags, stopping.signal);
      return stopping.exitCode() ?? exitCode;
    } catch (error) {
      const stopped = stopping.exitCode();
      if (stopped !== undefined) return stopped;
      if (!(error instanceof UnchangedRunFailed)) throw error;
      process.stderr.write(`${error.output}payment-sandbox: ${error.message}\n`);
      return 1;
    }
  });
}

async function tried(
  settings: Settings,
  command: readonly string[],
  flags: SensitivityFlags,
  signal: AbortSignal,
): Promise<number> {
  const { report: reports = [], only, maxLeaning, pairs, budget, timeout = "60s" } = flags;
  const { jobs = availableParallelism() } = flags;
  const ids = assumptions.map(({ id }) => id);
  if (only !== undefined && !ids.some(compileGlob(only)))
    throw new InvalidInput(
      sentence({ what: `--only: no assumption's id fits ${JSON.stringify(only)}`, ...similar(only, ids) }),
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
    await writeReportFiles(reports, (format) => reportText(report, format));
    return report.exitCode;
  } finally {
    progress.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Observed assumptions that the settings do not override. */
const observedIn = ({ observed, policy }: Settings): ReadonlySet<string> =>
  new Set(Object.entries(observed.choices).flatMap(([id, seen]) => (policy[id as keyof Policy] === seen ? [id] : [])));

import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { assumptions, type Policy } from "../../../core/facts/assumptions.js";
import { parseDuration } from "../../../core/scenario/values/duration.js";
import { sentence, similar } from "../../../core/scenario/values/issues.js";
import { compileGlob } from "../../../core/scenario/values/pattern.js";
import { InvalidInput } from "../../../package/errors.js";
import type { Settings } from "../../../server/options/settings.js";
import { terminalLines } from "../../reports/terminal.js";
import { prepareReports, type ReportTarget, writeReports } from "../../reports/write.js";
import { reportOf, reportOfSensitivity, type TriedChoice } from "../../trust/sensitivity/report.js";
import { commandRuns } from "../../trust/sensitivity/run-under.js";
import { assertsNothing, sensitivity, UnchangedRunFailed } from "../../trust/sensitivity/sensitivity.js";
import { type Stopping, stoppable } from "./many-runs.js";
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
      return await tried(settings, command, flags, stopping);
    } catch (error) {
      const stopped = stopping.exitCode();
      if (stopped === undefined) throw error;
      return stopped;
    }
  });
}

async function tried(
  settings: Settings,
  command: readonly string[],
  flags: SensitivityFlags,
  { signal, exitCode }: Stopping,
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
    const about = { command, seed: settings.seed, maxLeaning, startedAt };
    const found = await sensitivity({
      run,
      pairs,
      policy: settings.policy,
      observed: observedIn(settings),
      budgetMs: budget === undefined ? undefined : parseDuration(budget),
      ...{ only, jobs, signal },
      onPlan: progress.begin,
      onTried: (id, tried) => progress.ended({ id, ...tried }),
    }).catch((error: unknown) => {
      if (error instanceof UnchangedRunFailed) return error;
      throw error;
    });
    progress.close();
    if (found instanceof UnchangedRunFailed) {
      process.stderr.write(`${found.output}payment-sandbox: ${found.message}\n`);
      const failed = reportOf({ ...about, problem: found.message }, []);
      await writeReports(reports, failed, reportOfSensitivity(failed, exitCode()));
      return exitCode() ?? failed.exitCode;
    }
    const isLeaning = found.some(({ verdict }) => verdict === "leaning");
    const isBlind = !isLeaning && !signal.aborted && (await assertsNothing(run));
    const judged = reportOf({ ...about, ...(isBlind && { assertsNothing: true }) }, found);
    const report = reportOfSensitivity(judged, exitCode());
    for (const line of terminalLines(report)) process.stdout.write(`${line}\n`);
    await writeReports(reports, judged, report);
    return report.exitCode;
  } finally {
    progress.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Observed assumptions that the settings do not override. */
const observedIn = ({ observed, policy }: Settings): ReadonlySet<string> =>
  new Set(Object.entries(observed.choices).flatMap(([id, seen]) => (policy[id as keyof Policy] === seen ? [id] : [])));

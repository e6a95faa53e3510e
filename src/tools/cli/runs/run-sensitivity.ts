import { assumptions, type Policy } from "../../../core/facts/assumptions.js";
import { parseDuration } from "../../../core/scenario/values/duration.js";
import { sentence } from "../../../core/scenario/values/issues.js";
import { compileGlob, loadRegexesFor } from "../../../core/scenario/values/pattern.js";
import { similar } from "../../../core/scenario/values/similar.js";
import { silentLog } from "../../../lane/ports/log.js";
import { InvalidInput } from "../../../package/errors.js";
import type { Settings } from "../../../server/options/settings.js";
import { reportOf, reportOfSensitivity, type TriedChoice } from "../../judge/assume/report.js";
import { idsToSelect, sensitivity, UnchangedRunFailed } from "../../judge/assume/sensitivity.js";
import { commandRunner } from "../../judge/run/command-runner.js";
import { IDLE } from "../../judge/run/replay.js";
import { fromFile } from "../../judge/run/shop/belief-source.js";
import { reportNotEnded } from "../../reports/not-run.js";
import { terminalLines } from "../../reports/terminal.js";
import { prepareReports, type ReportTarget, writeReports } from "../../reports/write.js";
import { type Stopping, stoppable } from "./many-runs.js";
import { progressOn } from "./progress.js";

export interface SensitivityFlags {
  readonly report?: readonly ReportTarget[];
  readonly jobs?: number;
  readonly budget?: string;
  readonly only?: readonly string[];
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
  prepareReports(flags.report ?? []);
  await reportNotEnded(flags.report ?? [], { name: "sensitivity", command });
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
  { report: reports = [], only = [], maxLeaning, pairs, jobs, budget, timeout = "60s" }: SensitivityFlags,
  { signal, exitCode }: Stopping,
): Promise<number> {
  for (const one of only) {
    await loadRegexesFor(one);
    if (!idsToSelect.some(compileGlob(one))) throw fitsNothing(one);
  }
  const startedAt = new Date();
  const progress = await progressOn<TriedChoice>(process.stderr, {
    thing: "alternative",
    found: "leaned on",
    added: "pairs",
    isFound: ({ passes }) => !passes,
    line: ({ id, passes }) => `${passes ? "safe   " : "leaning"} ${id}`,
  });
  const touched = new Set<string>();
  const runner = await commandRunner({
    ...{ command, log: silentLog, beliefs: fromFile, replayOf: ({ id }) => id },
    settings: { ...settings, port: 0 },
    ...{ timeoutMs: parseDuration(timeout), idleMs: parseDuration(IDLE) },
    choiceWatcher: (id) => touched.add(id),
  });
  try {
    const about = { command, seed: settings.seed, maxLeaning, startedAt };
    const found = await sensitivity({
      ...{ runner, touched, pairs, only, jobs, signal },
      policy: settings.policy,
      observed: observedIn(settings),
      budgetMs: budget === undefined ? undefined : parseDuration(budget),
      onPlan: progress.begin,
      onTried: (one) => {
        progress.ended(one);
        progress.ran(0);
      },
    }).catch((error: unknown) => {
      if (error instanceof UnchangedRunFailed) return error;
      throw error;
    });
    progress.close();
    const isFailed = found instanceof UnchangedRunFailed;
    if (isFailed) process.stderr.write(`${found.output}payment-sandbox: ${found.message}\n`);
    const judged = isFailed
      ? reportOf({ ...about, problem: found.message }, [])
      : reportOf({ ...about, ...(found.assertsNothing && { assertsNothing: true }) }, found.assumptions);
    const report = reportOfSensitivity(judged, exitCode());
    if (!isFailed) for (const line of terminalLines(report)) process.stdout.write(`${line}\n`);
    await writeReports(reports, judged, report);
    return report.exitCode;
  } finally {
    progress.close();
    await runner.close();
  }
}

function fitsNothing(only: string): InvalidInput {
  const what = `--only: no assumption's id fits ${JSON.stringify(only)}`;
  return new InvalidInput(
    sentence({
      what,
      ...similar(
        only,
        assumptions.map(({ id }) => id),
      ),
    }),
  );
}

/** Observed assumptions that the settings do not override. */
const observedIn = ({ observed, policy }: Settings): ReadonlySet<string> =>
  new Set(Object.entries(observed.choices).flatMap(([id, seen]) => (policy[id as keyof Policy] === seen ? [id] : [])));

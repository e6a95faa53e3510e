import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { silentLog } from "../app/ports/log.js";
import type { Settings } from "../config/settings.js";
import { readBaseline } from "../judge/baseline.js";
import { judgeShop } from "../judge/judge-shop.js";
import { type BeliefSource, fromCommand, fromFile, fromUrl } from "../judge/run/belief-source.js";
import { commandLab } from "../judge/run/command-lab.js";
import { replaysIn } from "../judge/run/replay.js";
import type { JudgedMutant, JudgeReport } from "../library/language.js";
import { InvalidInput } from "../package/errors.js";
import type { ReportTarget } from "../reports/write.js";
import { CommandNotRun } from "../runs/child-process.js";
import { parseDuration } from "../scenario/duration.js";
import { loadRegexesFor } from "../scenario/pattern.js";
import { stoppable, writeReport } from "./many-runs.js";

export interface RunJudgeOptions {
  readonly settings: Settings;
  /** The user's own scenarios, as they were named. */
  readonly scenarioRefs: readonly string[];
  readonly command: readonly string[];
  readonly reports: readonly ReportTarget[];
  readonly jobs?: number;
  readonly budget?: string;
  readonly only?: string;
  readonly timeout?: string;
  readonly slow?: string;
  readonly baseline?: string;
  readonly save?: string;
  readonly believes?: string;
  readonly believesCommand?: string;
  readonly minCoverage?: number | undefined;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Judges a command, prints what was found, and writes reports. Resolves with the exit code. Throws InvalidInput. */
export async function runJudge(options: RunJudgeOptions): Promise<number> {
  return stoppable(async (stopping) => {
    try {
      const report = await judged(options, stopping.signal);
      const exitCode = stopping.exitCode() ?? exitCodeOf(report, options.minCoverage);
      await tell(report, options.reports);
      return exitCode;
    } catch (error) {
      if (error instanceof CommandNotRun) throw new InvalidInput(error.message);
      throw error;
    }
  });
}

const exitCodeOf = ({ exitCode, coverage }: JudgeReport, minCoverage: number | undefined): number =>
  exitCode === 0 && coverage && minCoverage !== undefined && coverage.percent < minCoverage ? 4 : exitCode;

async function judged(options: RunJudgeOptions, signal: AbortSignal): Promise<JudgeReport> {
  const { settings, command, only, budget, timeout = "60s", slow, save, scenarioRefs } = options;
  const baseline =
    options.baseline === undefined ? undefined : readBaseline(textOf(options.baseline), options.baseline);
  const beliefs = sourceOf(options);
  await loadRegexesFor(only);
  const lab = await commandLab({
    command,
    settings,
    log: silentLog,
    timeoutMs: parseDuration(timeout),
    idleMs: IDLE_MS,
    beliefs,
    replayOf: replaysIn({ command, seed: settings.seed, save, scenarios: scenarioRefs }),
  });
  const progress = await progressOf(process.stderr);
  try {
    return await judgeShop({
      lab,
      command,
      seed: settings.seed,
      policy: settings.policy,
      only,
      slow,
      // Runs that cannot be told apart are not run at once.
      jobs: beliefs.isPerRun ? (options.jobs ?? availableParallelism()) : 1,
      budgetMs: budget === undefined ? undefined : parseDuration(budget),
      baseline,
      signal,
      onPlan: progress.begin,
      onMutant: progress.ended,
      onPruned: progress.pruned,
    });
  } finally {
    progress.close();
    await lab.close();
  }
}

/** A run that made no call for so long only waits. */
const IDLE_MS = 500;

function sourceOf({ believes, believesCommand }: RunJudgeOptions): BeliefSource {
  if (believes !== undefined) return fromUrl(believes);
  return believesCommand === undefined ? fromFile : fromCommand(believesCommand);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new InvalidInput(`--baseline: ${file} cannot be read: ${(error as Error).message}`);
  }
}

interface Progress {
  readonly begin: (count: number) => void;
  readonly ended: (mutant: JudgedMutant) => void;
  readonly pruned: () => void;
  readonly close: () => void;
}

/** A bar on a terminal, a line a mutant where there is none. */
async function progressOf(stream: NodeJS.WriteStream): Promise<Progress> {
  if (!stream.isTTY)
    return {
      begin: (count) => say(`${count} mutants`),
      ended: ({ verdict, id }) => say(`${verdict.padEnd(19)} ${id}`),
      pruned: () => {},
      close: () => {},
    };
  const { default: cliProgress } = await import("cli-progress");
  const format = "{bar} {value}/{total} mutants, {found} found, {duration_formatted}";
  const bar = new cliProgress.SingleBar({ format, stream, hideCursor: true, clearOnComplete: true });
  let found = 0;
  return {
    begin: (count) => bar.start(count, 0, { found }),
    ended: ({ verdict }) => {
      if (!quiet.has(verdict)) found++;
      bar.increment(1, { found });
    },
    pruned: () => bar.increment(1),
    close: () => bar.stop(),
  };
}

const quiet = new Set<string>(["survived", "noticed", "unresolved", "unstable"]);

async function tell(report: JudgeReport, targets: readonly ReportTarget[]): Promise<void> {
  const { judgeLines } = await import("../judge/reports/terminal.js");
  for (const line of judgeLines(report)) process.stdout.write(`${line}\n`);
  for (const { format, file } of targets) writeReport(file, await reportText(report, format));
}

async function reportText(report: JudgeReport, format: ReportTarget["format"]): Promise<string> {
  switch (format) {
    case "json":
      return `${JSON.stringify(report, null, 2)}\n`;
    case "junit":
      return (await import("../judge/reports/junit.js")).judgeJUnit(report);
    case "html":
      return (await import("../judge/reports/html.js")).judgeHtml(report);
  }
}

import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { silentLog } from "../app/ports/log.js";
import type { Settings } from "../config/settings.js";
import type { JudgedMutant, JudgeReport } from "../library/language.js";
import { InvalidInput } from "../package/errors.js";
import { parseDuration } from "../scenario/duration.js";
import { loadRegexesFor } from "../scenario/pattern.js";
import { readBaseline } from "./baseline.js";
import { judgeShop } from "./judge-shop.js";
import { type BeliefSource, fromCommand, fromFile, fromUrl } from "./run/belief-source.js";
import { commandLab } from "./run/command-lab.js";
import type { LeftOpen } from "./run/inspection.js";
import { replaysIn } from "./run/replay.js";

export interface JudgeCommandOptions {
  readonly settings: Settings;
  /** The user's own scenarios, as they were named. */
  readonly scenarioRefs: readonly string[];
  /** Other options of the sandbox, as they are typed: a mutant is played again with them. */
  readonly flags?: readonly string[] | undefined;
  readonly command: readonly string[];
  /** Where the command runs; left out: where this process does. */
  readonly cwd?: string | undefined;
  readonly jobs?: number | undefined;
  readonly budget?: string | undefined;
  readonly only?: string | undefined;
  readonly timeout?: string | undefined;
  readonly slow?: string | undefined;
  readonly baseline?: string | undefined;
  readonly save?: string | undefined;
  /** Whether the command line of each mutant is told, not only of findings. */
  readonly tellsEach?: boolean | undefined;
  readonly believes?: string | undefined;
  readonly believesCommand?: string | undefined;
  /** Called with the report while the lanes of its findings are open to be looked at; they go when it is done. */
  readonly inspect?: ((report: JudgeReport, leftOpen: readonly LeftOpen[]) => Promise<void>) | undefined;
}

/** Who looks on while the mutants run. */
export interface Progress {
  readonly begin: (count: number) => void;
  readonly ended: (mutant: JudgedMutant) => void;
  readonly pruned: () => void;
}

/** Judges a command until it is done or aborted. Throws InvalidInput, and CommandNotRun. */
export async function judgeCommand(
  options: JudgeCommandOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<JudgeReport> {
  const { settings, command, cwd, only, budget, timeout = "60s", slow, save, scenarioRefs, flags = [] } = options;
  const baseline =
    options.baseline === undefined ? undefined : readBaseline(textOf(options.baseline), options.baseline);
  const beliefs = sourceOf(options);
  await loadRegexesFor(only);
  const leftOpen: LeftOpen[] | undefined = options.inspect && [];
  const replays = replaysIn({ command, seed: settings.seed, save, scenarios: scenarioRefs, flags });
  const lab = await commandLab({
    command,
    cwd,
    settings,
    log: silentLog,
    timeoutMs: parseDuration(timeout),
    idleMs: IDLE_MS,
    beliefs,
    replayOf: replays.of,
    leftOpen,
  });
  try {
    const report = await judgeShop({
      lab,
      command,
      seed: settings.seed,
      policy: settings.policy,
      only,
      slow,
      // Runs that cannot be told apart are not run at once.
      jobs: beliefs.tellsRunsBy !== "nothing" ? (options.jobs ?? availableParallelism()) : 1,
      budgetMs: budget === undefined ? undefined : parseDuration(budget),
      baseline,
      signal,
      onPlan: progress.begin,
      onMutant: progress.ended,
      onPruned: progress.pruned,
    });
    const isEachTold = save !== undefined || options.tellsEach === true;
    replays.write(isEachTold ? report.mutants.map(({ id }) => id) : report.findings.map(({ mutant }) => mutant));
    await options.inspect?.(report, leftOpen ?? []);
    return report;
  } finally {
    await lab.close();
  }
}

/** A run that made no call for so long only waits. */
const IDLE_MS = 500;

function sourceOf({ believes, believesCommand }: JudgeCommandOptions): BeliefSource {
  if (believes !== undefined) return fromUrl(believes);
  if (believesCommand?.trim() === "") throw new InvalidInput('--believes-command: expected a command, found ""');
  return believesCommand === undefined ? fromFile : fromCommand(believesCommand);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new InvalidInput(`--baseline: ${file} cannot be read: ${(error as Error).message}`);
  }
}

import { durationMs } from "../../core/scenario/values/duration.js";
import { loadRegexesFor } from "../../core/scenario/values/pattern.js";
import { InvalidInput } from "../../package/errors.js";
import { logOf, settingsOf } from "../library/settings-of.js";
import type { SandboxOptions } from "../library/types.js";
import { saidBy } from "../library/wrong-option.js";
import { terminalLines } from "../reports/terminal.js";
import { realTimers, type Timers } from "../runs/idle.js";
import { judgeShop } from "./judge-shop.js";
import { reportOfJudge } from "./reports/judge-report.js";
import { functionRunner } from "./run/function-runner.js";
import type { JudgeReport } from "./schema/report.js";
import type { JudgedFunction, JudgeOptions } from "./types.js";

/** The same, but returns the report even if the dry run failed. Throws InvalidInput. */
export async function judgeFunction(
  run: JudgedFunction,
  options: JudgeOptions,
  timers: Timers = realTimers,
): Promise<JudgeReport> {
  const { budget, timeout = "60s", idle = "500ms", slow } = options;
  if (slow !== undefined) ms("slow", slow);
  const started: SandboxOptions = Object.fromEntries(Object.entries(options).filter(([name]) => !isOwn(name)));
  const settings = await settingsOf(started).catch((error) => {
    throw error instanceof InvalidInput ? new InvalidInput(saidBy("judge", OWN, error.message)) : error;
  });
  const only = [options.only ?? []].flat();
  for (const one of only) await loadRegexesFor(one);
  const runner = await functionRunner({
    run,
    settings,
    log: logOf(started),
    timeoutMs: ms("timeout", timeout),
    idleMs: ms("idle", idle),
    timers,
    given: givenIn(options),
  });
  try {
    return await judgeShop({
      ...options,
      runner,
      progress: { ended: options.onMutant },
      command: null,
      seed: settings.seed,
      policy: settings.policy,
      only,
      budgetMs: budget === undefined ? undefined : ms("budget", budget),
      signal: new AbortController().signal,
    });
  } finally {
    await runner.close();
  }
}

/** The report as the command prints it, with this function's options in the place of the command's. */
export const printedReport = (report: JudgeReport): string =>
  terminalLines(reportOfJudge(report))
    .join("\n")
    .replaceAll(" (--report html=judge.html)", "")
    .replace(/--([a-z]+(?:-[a-z]+)*)\b/g, (flag, name: string) => {
      const option = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
      return isOwn(option) ? option : flag;
    });

/** The judge's own options, besides those of `startSandbox`. */
const OWN = [
  ...(["only", "whole", "depth", "strict", "maxUnresolved", "budget", "jobs", "timeout", "idle", "slow"] as const),
  ...(["interleavings", "baseline", "onMutant"] as const),
] satisfies readonly (keyof JudgeOptions)[];
const isOwn = (name: string): boolean => OWN.some((one) => one === name);

/** Options that decide which mutants run and what counts, not how a run goes. */
const NOT_OF_REPLAY: ReadonlySet<string> = new Set([
  ...(["only", "whole", "depth", "strict", "maxUnresolved", "budget", "jobs", "baseline", "onMutant", "log"] as const),
] satisfies readonly (keyof JudgeOptions)[]);

/** A longer value is told by its name alone. */
const VALUE_CHARS = 60;

const givenIn = (options: JudgeOptions): readonly string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || NOT_OF_REPLAY.has(name)) return [];
    const text = JSON.stringify(value);
    return [text !== undefined && text.length <= VALUE_CHARS && name !== "notificationKey" ? `${name}: ${text}` : name];
  });

function ms(option: string, text: string): number {
  const read = durationMs(text);
  if (read === undefined || read === 0)
    throw new InvalidInput(`judge: ${option} is ${JSON.stringify(text)}, expected a duration such as 500ms, 30s or 5m`);
  return read;
}

import { availableParallelism } from "node:os";
import type { JudgeReport } from "../library/language.js";
import { logOf, settingsOf } from "../library/settings-of.js";
import { InvalidInput } from "../package/errors.js";
import { durationMs } from "../scenario/duration.js";
import { loadRegexesFor } from "../scenario/pattern.js";
import { judgeShop } from "./judge-shop.js";
import { functionLab } from "./run/function-lab.js";
import { realTimers } from "./run/idle.js";
import type { JudgedFunction, JudgeOptions } from "./types.js";

/** The same, whatever came of the dry run. Throws InvalidInput. */
export async function judgeFunction(run: JudgedFunction, options: JudgeOptions): Promise<JudgeReport> {
  const { only, budget, jobs, timeout = "60s", idle = "500ms", slow, baseline, onMutant, ...started } = options;
  if (slow !== undefined) ms("slow", slow);
  const settings = await settingsOf(started);
  await loadRegexesFor(only);
  const lab = await functionLab({
    run,
    settings,
    log: logOf(started),
    timeoutMs: ms("timeout", timeout),
    idleMs: ms("idle", idle),
    timers: realTimers,
  });
  try {
    return await judgeShop({
      lab,
      command: null,
      seed: settings.seed,
      policy: settings.policy,
      only,
      slow,
      jobs: jobs ?? availableParallelism(),
      budgetMs: budget === undefined ? undefined : ms("budget", budget),
      baseline,
      signal: new AbortController().signal,
      onMutant,
    });
  } finally {
    await lab.close();
  }
}

function ms(option: string, text: string): number {
  const read = durationMs(text);
  if (read === undefined || read === 0)
    throw new InvalidInput(`judge: ${option} is ${JSON.stringify(text)}, expected a duration such as 500ms, 30s or 5m`);
  return read;
}

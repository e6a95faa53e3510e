import { silentLog } from "../../src/lane/ports/log.js";
import { defaultSettings } from "../../src/server/options/settings.js";
import { type JudgeShopOptions, judgeShop } from "../../src/tools/judge/judge-shop.js";
import { functionRunner } from "../../src/tools/judge/run/function-runner.js";
import type { ShopRunner } from "../../src/tools/judge/run/shop-runner.js";
import type { JudgedFunction } from "../../src/tools/judge/types.js";
import type { JudgeReport } from "../../src/tools/library/language.js";
import { realTimers } from "../../src/tools/runs/idle.js";

/** Judges a function by options that the library does not have. `changed`: what its runner does in another way. */
export async function judgedShop(
  run: JudgedFunction,
  options: Partial<JudgeShopOptions>,
  changed: (runner: ShopRunner) => Partial<ShopRunner> = () => ({}),
): Promise<JudgeReport> {
  const settings = { ...defaultSettings, signature: "enforce", port: 0, seed: 1 } as const;
  const runner = await functionRunner({
    ...{ run, settings, log: silentLog, timeoutMs: 60_000, idleMs: 500, timers: realTimers },
  });
  try {
    return await judgeShop({
      ...{ only: [], command: null, seed: 1, policy: settings.policy, budgetMs: undefined },
      ...{ signal: new AbortController().signal, ...options, runner: { ...runner, ...changed(runner) } },
    });
  } finally {
    await runner.close();
  }
}

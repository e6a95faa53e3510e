import { pathToFileURL } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { compileGlob } from "../../../../src/core/scenario/values/pattern.js";
import { silentLog } from "../../../../src/lane/ports/log.js";
import { packagePath } from "../../../../src/package/files.js";
import { defaultSettings } from "../../../../src/server/options/settings.js";
import { profiles } from "../../../../src/tools/judge/conformance/profiles.js";
import { judgeShop } from "../../../../src/tools/judge/judge-shop.js";
import { listedActs } from "../../../../src/tools/judge/mutants/driver-act.js";
import { functionRunner } from "../../../../src/tools/judge/run/function-runner.js";
import type { ShopRunner } from "../../../../src/tools/judge/run/shop-runner.js";
import { realTimers } from "../../../../src/tools/runs/idle.js";

const { default: Renewing } = await import(pathToFileURL(packagePath("examples/shops/right-renews.mjs")).href);
const { shopDay } = await import(pathToFileURL(packagePath("examples/shops/skeleton.mjs")).href);

/** All that a shop can use: the right day, renewals, and an address for who cancels. Its driver lists every act. */
class Everything extends Renewing {
  particulars(order: object) {
    const { callbackUrl, ...rest } = super.particulars(order);
    return { ...rest, callbackUrl: { ...callbackUrl, cancel: callbackUrl.success } };
  }
}

/** What the judge plans for that shop: the first mutants with `only`, else all of the dry run. */
async function planned(over: { readonly only?: readonly string[]; readonly budgetMs?: number }) {
  const settings = { ...defaultSettings, signature: "enforce", port: 0, seed: 1 } as const;
  const run = (lane: { readonly url: string }) => shopDay(Everything, { url: lane.url, timeoutMs: 30_000 });
  const shop = await functionRunner({
    ...{ run, settings, log: silentLog, timeoutMs: 60_000, idleMs: 500, timers: realTimers },
  });
  const runner: ShopRunner = {
    ...shop,
    run: async (...args) => ({ ...(await shop.run(...args)), shopperCan: listedActs }),
  };
  try {
    const { mutants, pruned } = await judgeShop({
      ...{ runner, only: [], command: null, seed: 1, policy: settings.policy, jobs: 1, baseline: undefined },
      ...{
        budgetMs: undefined,
        slow: "20s",
        startsShop: true,
        tellsDriver: true,
        signal: new AbortController().signal,
        ...over,
      },
    });
    return [...mutants.map(({ id }) => id), ...pruned];
  } finally {
    await runner.close();
  }
}

/** Seven runs of the shop. */
const PATIENT_MS = 60_000;
let all: readonly string[];
let seconds: readonly string[];
beforeAll(async () => {
  all = await planned({ budgetMs: 1 });
  seconds = await planned({ only: ["sale#1/after-commit/connection-reset+*connection-reset"] });
}, PATIENT_MS);

const globs = profiles.flatMap(({ requirements }) =>
  requirements.flatMap(({ id, mutants }) => mutants.map((glob) => [id, glob] as const)),
);

it.each(globs)("%s: %s fits a mutant that the judge plans", (_, glob) => {
  expect([...all, ...seconds].find(compileGlob(glob))).toBeDefined();
});

it("leaves no kind of mutant to no test of its own", () => {
  const own = globs.map(([, glob]) => glob).filter((glob) => glob !== "*" && glob !== "*#*/*");
  const isFit = (id: string) => own.some((glob) => compileGlob(glob)(id));
  expect([...new Set(all.filter((id) => !isFit(id)).map((id) => id.replace(/^.*?\//, "")))]).toEqual([]);
});

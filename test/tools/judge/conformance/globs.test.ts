import { pathToFileURL } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { compileGlob } from "../../../../src/core/scenario/values/pattern.js";
import { packagePath } from "../../../../src/package/files.js";
import { profiles } from "../../../../src/tools/judge/conformance/profiles.js";
import { listedActs } from "../../../../src/tools/judge/mutants/driver-act.js";
import { judgedShop } from "../../../support/judged-shop.js";

const { default: Renewing } = await import(pathToFileURL(packagePath("examples/shops/right-renews.mjs")).href);
const { shopDay } = await import(pathToFileURL(packagePath("examples/shops/skeleton.mjs")).href);

/** All that a shop can use: the right day, renewals, and an address for who cancels. Its driver lists every act. */
class Everything extends Renewing {
  particulars(order: object) {
    const { callbackUrl, ...rest } = super.particulars(order);
    return { ...rest, callbackUrl: { ...callbackUrl, cancel: callbackUrl.success } };
  }
}

/** It sells for what PAYMENT_SANDBOX_AMOUNTS says. */
class Told extends Everything {
  async run() {
    for (const amount of [0.07, 1.1, 4.35]) await this.sell("tea", amount);
  }
}

/** What the judge plans for such a shop: the first mutants with `only`, else all of the dry run. */
async function planned(over: { readonly only?: readonly string[]; readonly budgetMs?: number }, Kind = Everything) {
  const { mutants, pruned } = await judgedShop(
    (lane) => shopDay(Kind, { url: lane.url, timeoutMs: 30_000 }),
    { jobs: 1, slow: "20s", startsShop: true, tellsDriver: true, ...over },
    (shop) => ({ run: async (...args) => ({ ...(await shop.run(...args)), shopperCan: listedActs }) }),
  );
  return [...mutants.map(({ id }) => id), ...pruned];
}

/** Eight runs of a shop. */
const PATIENT_MS = 60_000;
let all: readonly string[];
let seconds: readonly string[];
let ofAmounts: readonly string[];
beforeAll(async () => {
  all = await planned({ budgetMs: 1 });
  ofAmounts = await planned({ budgetMs: 1 }, Told);
  seconds = await planned({ only: ["sale#1/after-commit/connection-reset+*connection-reset"] });
}, PATIENT_MS);

const globs = profiles.flatMap(({ requirements }) =>
  requirements.flatMap(({ id, mutants }) => mutants.map((glob) => [id, glob] as const)),
);

it.each(globs)("%s: %s fits a mutant that the judge plans", (_, glob) => {
  expect([...all, ...seconds, ...ofAmounts].find(compileGlob(glob))).toBeDefined();
});

it("leaves no kind of mutant to no test of its own", () => {
  const own = globs.map(([, glob]) => glob).filter((glob) => glob !== "*" && glob !== "*#*/*");
  const isFit = (id: string) => own.some((glob) => compileGlob(glob)(id));
  expect([...new Set(all.filter((id) => !isFit(id)).map((id) => id.replace(/^.*?\//, "")))]).toEqual([]);
});

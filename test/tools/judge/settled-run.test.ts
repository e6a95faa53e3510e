import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SandboxLane } from "../../../src/index.js";
import { settledRun, steadyRun } from "../../../src/tools/judge/run/settled-run.js";
import type { ShopRun } from "../../../src/tools/judge/run/shop-runner.js";
import { judgedShop } from "../../support/judged-shop.js";
import { rightSale } from "../../support/sale-shop.js";

const LOST = "sale#1/after-commit/connection-reset";
const never = new AbortController().signal;
const isNull = ({ beliefs }: ShopRun): boolean => beliefs?.["A-1"]?.paid === null;

/** A shop that says null, until its cron has asked after so many milliseconds. */
const knowsAfter = (ms: number) => {
  const began = performance.now();
  return async () =>
    ({ beliefs: { "A-1": { paid: performance.now() - began < ms ? null : 20 } }, lanes: [] }) as unknown as ShopRun;
};

it.each([
  ["survived", 20],
  ["unresolved", null],
])("a shop that says null is asked again, and ends as %s if its answer is then %s", async (verdict, paid) => {
  let runs = 0;
  const shop = async (lane: SandboxLane) => {
    const said = await rightSale(lane);
    return ++runs === 1 ? said : { "A-1": { paid: null } };
  };
  const { mutants } = await judgedShop(shop, { only: [LOST] }, (runner) => ({
    run: async (mutant, signal, isOpen) => {
      const run = await runner.run(mutant, signal);
      return isOpen?.(run) ? { ...run, beliefs: { "A-1": { paid } }, lastLines: ["cron: asked"] } : run;
    },
  }));
  // What the shop wrote shows why a run is open.
  const output = verdict === "unresolved" ? ["cron: asked"] : undefined;
  expect(mutants.map((one) => [one.verdict, one.output])).toEqual([[verdict, output]]);
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

it.each([
  ["a mutant's run", (look: () => Promise<ShopRun>) => settledRun(look, isNull, never)],
  ["the first run", (look: () => Promise<ShopRun>) => steadyRun(look, never)],
])("in %s null is asked again for two seconds", async (_, settled) => {
  for (const [knowsMs, paid] of [
    [1_800, 20],
    [60_000, null],
  ] as const) {
    const run = settled(knowsAfter(knowsMs));
    await vi.runAllTimersAsync();
    expect((await run).beliefs).toEqual({ "A-1": { paid } });
  }
});

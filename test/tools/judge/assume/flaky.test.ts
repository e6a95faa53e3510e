import { expect, it } from "vitest";
import { defaultPolicy } from "../../../../src/core/facts/assumptions.js";
import { sensitivity } from "../../../../src/tools/judge/assume/sensitivity.js";
import type { ShopRun, ShopRunner } from "../../../../src/tools/judge/run/shop-runner.js";

const ended: ShopRun = {
  ...{ lanes: [{ index: 0, slot: 0, name: "run", facts: [], orders: [], notifications: [], now: 0 as never }] },
  ...{
    beliefs: undefined,
    unreadable: [],
    unmet: [],
    cells: new Set(),
    exitCode: 0,
    why: null,
    hasTimedOut: false,
    ms: 1,
  },
};

/** A suite that fails as often as `failures` says under an alternative. */
const suite = (failures: (assume: Readonly<Record<string, string>>) => number): ShopRunner => {
  const failed = new Map<string, number>();
  return {
    run: async (mutant) => {
      const count = failed.get(mutant?.id ?? "") ?? 0;
      failed.set(mutant?.id ?? "", count + 1);
      const isFailed = mutant !== undefined && count < failures((mutant.scenario.assume ?? {}) as never);
      return isFailed ? { ...ended, exitCode: 1, why: "it ended with 1" } : ended;
    },
    replayOf: ({ id }) => id,
    close: async () => {},
  };
};

const options = {
  ...{ policy: defaultPolicy, observed: new Set<string>(), jobs: 1, only: [], signal: new AbortController().signal },
  touched: new Set(["cancel", "stan"]),
};

it.each([
  ["fails once, and not again", 1, "safe"],
  ["fails each time", 9, "leaning"],
])("a suite that %s", async (_, failures, verdict) => {
  const { assumptions } = await sensitivity({ ...options, runner: suite(({ cancel }) => (cancel ? failures : 0)) });
  expect(assumptions.find(({ id }) => id === "cancel")?.verdict).toBe(verdict);
});

it("--pairs finds what two alternatives break together, and neither alone", async () => {
  const leansOnBoth = () => suite(({ cancel, stan }) => (cancel === "closed" && stan === "no-zeros" ? 9 : 0));
  const alone = await sensitivity({ ...options, runner: leansOnBoth() });
  expect(alone.assumptions.filter(({ verdict }) => verdict === "leaning")).toEqual([]);
  const { assumptions } = await sensitivity({ ...options, runner: leansOnBoth(), pairs: true });
  const failed = assumptions.flatMap(({ tried }) => tried.filter(({ passes }) => !passes).map(({ id }) => id));
  expect(failed).toEqual([
    expect.stringMatching(/^assume\/(cancel=closed\+assume\/stan=no-zeros|stan=no-zeros\+assume\/cancel=closed)$/),
  ]);
});

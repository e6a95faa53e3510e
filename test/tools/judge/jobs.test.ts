import { expect, it } from "vitest";
import type { PlannedMutant } from "../../../src/tools/judge/mutants/mutant.js";
import { queued } from "../../../src/tools/judge/queue.js";
import { fixedJobs, type Jobs, mostRuns, nextLimit } from "../../../src/tools/judge/run/jobs.js";
import type { ShopRun } from "../../../src/tools/judge/run/shop-runner.js";

const GB = 2 ** 30;

it.each([
  ["more while cores are idle", [2, 1.2, 400], undefined, 3],
  ["more while runs take about as long", [3, 0.6, 500], [2, 1.2, 400], 4],
  ["back if they take much longer with more", [3, 0.6, 700], [2, 1.2, 400], 2],
  ["more if slower mutants came with no more runs", [2, 1.2, 900], [2, 1.2, 400], 3],
  ["as many while no core is idle", [4, 0.1, 400], [3, 0.6, 400], 4],
  ["fewer if no core is idle and runs take much longer", [4, 0.1, 700], [4, 0.1, 400], 3],
] as const)("runs are %s", (_, now, before, expected) => {
  const window = ([limit, idleCores, medianMs]: readonly [number, number, number]) => ({ limit, idleCores, medianMs });
  expect(nextLimit(window(now), before && window(before))).toBe(expected);
});

it.each([
  ["half of the free memory", 4 * GB, GB / 2, 4],
  ["never more than sixteen", 64 * GB, GB / 2, 16],
  ["at least one", GB, 4 * GB, 1],
  ["a small run counts as 64 MB", GB / 2, 0, 4],
] as const)("runs may take %s", (_, free, size, expected) => {
  expect(mostRuns(free, size)).toBe(expected);
});

const mutantNamed = (id: string): PlannedMutant => {
  const rules = id.endsWith("no-response") ? [{ then: { fault: "no-response", placed: "after-commit" } }] : [];
  return { id, operation: "tokenization/sale", family: "after-commit", scenario: { rules } } as never as PlannedMutant;
};

/** The runs that are in progress when none more starts, and those that ran in the end. */
async function started(ids: readonly string[], jobs: Jobs): Promise<readonly (readonly string[])[]> {
  const plan = ids.map(mutantNamed);
  const queue = queued(plan, new Set(), { lanes: [] } as never as ShopRun, { depth: 1, isWanted: () => true });
  const begun: string[] = [];
  const all = Promise.withResolvers<void>();
  const done = queue.run({ jobs, signal: new AbortController().signal }, async ([mutant]) => {
    const { id } = mutant!;
    begun.push(id);
    await all.promise;
  });
  const first = [...begun];
  all.resolve();
  await done;
  return [first, begun];
}

const ids = ["a", "b/no-response", "c/no-response", "d", "e/no-response"];

it("runs that only wait start beside the others, in the order of the plan", async () => {
  const jobs = { limit: 1, most: 16, ended: () => {} };
  expect(await started(ids, jobs)).toEqual([["a", "b/no-response", "c/no-response"], ids]);
  expect(await started(ids, { ...jobs, most: 2 })).toEqual([["a", "b/no-response"], ids]);
});

it("a fixed number of runs holds for those that wait too", async () => {
  expect(await started(ids, fixedJobs(2))).toEqual([["a", "b/no-response"], ids]);
  expect(await started(ids, fixedJobs(1))).toEqual([["a"], ids]);
});

it("what a run throws ends the campaign once the others have ended", async () => {
  const queue = queued(ids.map(mutantNamed), new Set(), { lanes: [] } as never as ShopRun, {
    depth: 1,
    isWanted: () => true,
  });
  const begun: string[] = [];
  const running = queue.run({ jobs: fixedJobs(2), signal: new AbortController().signal }, async ([mutant]) => {
    const { id } = mutant!;
    begun.push(id);
    if (id === "a") throw new Error("broken");
  });
  await expect(running).rejects.toThrow("broken");
  expect(begun.length).toBeLessThan(ids.length);
});

import { expect, it } from "vitest";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import type { RunOnce } from "../../../src/tools/trust/sensitivity/run-under.js";
import { sensitivity } from "../../../src/tools/trust/sensitivity/sensitivity.js";

/** A suite that depends on `cancel`, and fails under an alternative as often as it is told to. */
const suite = (failures: number): RunOnce => {
  const failed = new Map<string, number>();
  return async (chosen, watcher) => {
    watcher?.("cancel");
    const key = JSON.stringify(chosen);
    const count = failed.get(key) ?? 0;
    failed.set(key, count + 1);
    const exitCode = key !== "{}" && count < failures ? 1 : 0;
    return { exitCode, unmet: [], calls: [], output: "", durationMs: 1 };
  };
};

const options = { policy: defaultPolicy, observed: new Set<string>(), jobs: 1, signal: new AbortController().signal };

it.each([
  ["fails once, and not again", 1, "safe"],
  ["fails each time", 9, "leaning"],
])("a suite that %s", async (_, failures, verdict) => {
  const judged = await sensitivity({ ...options, run: suite(failures) });
  expect(judged.find(({ id }) => id === "cancel")?.verdict).toBe(verdict);
});

/** A suite that touches two assumptions, and fails if both go otherwise. */
const leansOnBoth: RunOnce = async (chosen, watcher) => {
  for (const id of ["cancel", "stan"] as const) watcher?.(id);
  const exitCode = chosen.cancel === "closed" && chosen.stan === "no-zeros" ? 1 : 0;
  return { exitCode, unmet: [], calls: [], output: "", durationMs: 1 };
};

it("--pairs finds what two alternatives break together, and neither alone", async () => {
  const alone = await sensitivity({ ...options, run: leansOnBoth });
  expect(alone.filter(({ verdict }) => verdict === "leaning")).toEqual([]);
  const judged = await sensitivity({ ...options, run: leansOnBoth, pairs: true });
  const failed = judged.flatMap(({ id, tried }) =>
    tried.filter(({ passes }) => !passes).map(({ choice }) => [id, choice]),
  );
  expect(failed.map(([id, choice]) => `${id}: ${choice}`)).toEqual([
    expect.stringMatching(/^(cancel: closed with stan: no-zeros|stan: no-zeros with cancel: closed)$/),
  ]);
});

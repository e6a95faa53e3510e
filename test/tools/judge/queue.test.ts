import { expect, it } from "vitest";
import type { PlannedMutant } from "../../../src/tools/judge/mutants/mutant.js";
import type { Pools, RunTogether } from "../../../src/tools/judge/mutants/pools.js";
import { queued } from "../../../src/tools/judge/queue.js";
import { fixedJobs } from "../../../src/tools/judge/run/jobs.js";
import type { ShopRun } from "../../../src/tools/judge/run/shop-runner.js";

const mutantNamed = (id: string) =>
  ({
    id,
    operation: "tokenization/sale",
    family: "future",
    change: id,
    scenario: { rules: [] },
  }) as unknown as PlannedMutant;
const whole = ["a", "b", "c", "d", "e", "f"].map(mutantNamed);
const [a, b, c, d, e, f] = whole as [
  PlannedMutant,
  PlannedMutant,
  PlannedMutant,
  PlannedMutant,
  PlannedMutant,
  PlannedMutant,
];

/** Those that may share a run do so two by two. */
const poolsOf = (members: readonly PlannedMutant[]): Pools => {
  const isMember = (mutant: PlannedMutant) => members.includes(mutant);
  const pools: Pick<Pools, "memberOf" | "formed"> = {
    memberOf: (mutant) => (isMember(mutant) ? ({ mutant } as ReturnType<Pools["memberOf"]>) : undefined),
    formed: (mutants) =>
      mutants.filter(isMember).length === 2
        ? [mutants.filter(isMember), ...mutants.filter((one) => !isMember(one)).map((one) => [one])]
        : mutants.map((one) => [one]),
  };
  return pools as Pools;
};

/** What began and what settled, in order. Once `by` settles, the represented mutants are released. */
async function ran(
  represented: readonly PlannedMutant[],
  by: PlannedMutant,
  { jobs = 1, pools }: { readonly jobs?: number; readonly pools?: Pools } = {},
) {
  const queue = queued(whole, new Set(represented), { lanes: [] } as unknown as ShopRun, {
    ...{ depth: 1, isWanted: () => true, pools },
  });
  const [begun, settled]: [string[], string[]] = [[], []];
  const ended = new Set<RunTogether>();
  const named = (mutants: RunTogether) => mutants.map(({ id }) => id).join("");
  await queue.run({ jobs: fixedJobs(jobs), signal: new AbortController().signal }, async (mutants) => {
    begun.push(named(mutants));
    await Promise.resolve();
    ended.add(mutants);
    for (let next = queue.at(settled.length); next && ended.has(next); next = queue.at(settled.length)) {
      if (next.includes(by)) for (const mutant of represented) queue.release(mutant);
      settled.push(named(next));
    }
  });
  return { begun: begun.join(" "), settled: settled.join(" ") };
}

it.each<[string, readonly PlannedMutant[], PlannedMutant, string]>([
  ["at its own place in the plan", [d], a, "a b c d e f"],
  ["at once if its place has passed", [b], d, "a c d b e f"],
  ["at the end if its place is there", [f], a, "a b c d e f"],
  ["in the order of the plan if there are several", [e, b], c, "a c b d e f"],
])("a mutant that another one released runs %s", async (_, represented, by, expected) => {
  expect(await ran(represented, by)).toEqual({ begun: expected, settled: expected });
});

it("released mutants that may share a run wait for each other until the place of the first", async () => {
  const pools = poolsOf([c, e]);
  expect(await ran([c, e], a, { pools })).toEqual({ begun: "a b ce d f", settled: "a b ce d f" });
});

it("what is released settles in the same order, whatever the jobs", async () => {
  for (const jobs of [1, 2, 3, 6]) expect((await ran([b, e], c, { jobs })).settled).toBe("a c b d e f");
});

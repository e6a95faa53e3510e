import { describe, expect, it } from "vitest";
import type { PlannedMutant } from "../../../src/tools/judge/mutants/mutant.js";
import type { Step, Variant } from "../../../src/tools/judge/mutants/variant.js";
import type { ShopRun, ShopRunner } from "../../../src/tools/judge/run/shop-runner.js";
import { withVariants } from "../../../src/tools/judge/run/timing/variants.js";

const never = new AbortController().signal;

/** A race whose handlers ask nothing and take so long, in milliseconds. */
function raced(steps: readonly Step[], tookMs: { readonly [step in Step]?: number }, wrongAt: readonly number[] = []) {
  const mutant = {
    id: "pay#1/race/x",
    family: "race",
    variants: [{ steps, holds: "all" }],
  } as unknown as PlannedMutant;
  const tried: Variant[] = [];
  const wrong = new Set<ShopRun>();
  const runner = {
    run: async ({ variant }: PlannedMutant) => {
      const run = {
        conducted: { schedule: [], asksNothing: true, hasOpened: false, hasOverlapped: false, tookMs },
      } as unknown as ShopRun;
      if (variant?.isAtOnce) {
        tried.push(variant);
        if (wrongAt.includes(tried.length)) wrong.add(run);
      }
      return run;
    },
  } as unknown as ShopRunner;
  const run = withVariants(runner, (_, one) => wrong.has(one)).run(mutant, never);
  return { run, tried };
}

describe("two handlers that ask nothing", () => {
  it("begin at the same moment, five times, if they take about as long", async () => {
    const { run, tried } = raced(["notice", "copy"], { notice: 100, copy: 60 });
    expect((await run).seen).toEqual({ of: 5, times: 0 });
    expect(tried).toEqual(Array(5).fill({ steps: ["notice", "copy"], holds: "none", isAtOnce: true }));
  });

  it("begin apart if the second takes longer: the short one at parts of the long one's time", async () => {
    const { run, tried } = raced(["notice", "redirect"], { notice: 5, redirect: 1000 });
    await run;
    expect(tried.map(({ steps, lateMs }) => [steps.join("-"), lateMs])).toEqual([
      ["notice-redirect", undefined],
      ["redirect-notice", 250],
      ["redirect-notice", 500],
      ["redirect-notice", 750],
      ["redirect-notice", 900],
    ]);
  });

  it("begin in turn if the second is a retry, however long it takes", async () => {
    const { run, tried } = raced(["notice", "retry"], { notice: 5, retry: 1000 });
    await run;
    expect(tried.map(({ lateMs }) => lateMs)).toEqual(Array(5).fill(undefined));
  });

  it.each([
    [[2], 7, 1],
    [[2, 3], 5, 2],
    [[5], 7, 1],
    [[5, 6], 6, 2],
  ])("that go wrong in runs %j are run %i times", async (wrongAt, of, times) => {
    const { run } = raced(["notice", "copy"], { notice: 100, copy: 100 }, wrongAt);
    expect((await run).seen).toEqual({ of, times });
  });

  it("stay as far apart as they were when they went wrong", async () => {
    const { run, tried } = raced(["notice", "redirect"], { notice: 5, redirect: 1000 }, [3]);
    await run;
    expect(tried.map(({ lateMs }) => lateMs)).toEqual([undefined, 250, 500, 500, 500, 500, 500]);
  });
});

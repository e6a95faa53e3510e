import fc from "fast-check";
import { expect } from "vitest";
import { defaultPolicy } from "../../src/core/facts/assumptions.js";
import type { Lane } from "../../src/lane/lane.js";
import type { Settings } from "../../src/server/options/settings.js";
import { testLanes } from "../support/lanes.js";
import { FROZEN_AT, testFolder } from "../support/sandbox.js";
import { codeOf, foretold } from "./foretold.js";
import { Model } from "./model.js";
import { walk } from "./steps.js";
import { compare, take } from "./walker.js";

/** RUNS=1000 walks longer by hand. */
export const numRuns = Number(process.env.RUNS ?? 40);

export async function frozen(lane: Promise<Lane>): Promise<Lane> {
  const ready = await lane;
  await ready.clock.freeze(FROZEN_AT);
  return ready;
}

export interface Walks {
  readonly choice: "refuse" | "replace-open";
  readonly runs: number;
  /** A restart finds the lanes again. */
  readonly outlives: boolean;
  /** A store for each walk, which may use the folder. */
  readonly where: (folder: string) => Partial<Settings>;
}

/** Random walks answer and leave what the model says, over restarts too. */
export async function expectAsTheModel({ choice, runs, outlives, where }: Walks): Promise<void> {
  const policy = { ...defaultPolicy, "duplicate-reference": choice };
  let n = 0;
  await fc.assert(
    fc.asyncProperty(walk(40), async (steps) => {
      using folder = testFolder();
      const name = `walk-${++n}`;
      const open = () => testLanes({ ...where(folder.path), policy });
      let lanes = await open();
      let lane = await frozen(lanes.ready(name));
      const model = new Model(FROZEN_AT, { replacesOpen: choice === "replace-open" });
      try {
        for (const step of steps) {
          expect([step, codeOf(await take(lane, step))]).toEqual([step, foretold(model, step)]);
          if (step.kind !== "restart" || !outlives) continue;
          await lanes.close();
          lanes = await open();
          lane = await lanes.ready(name);
          expect(await lane.clock.now()).toBe(model.now);
        }
        await compare(lane, model);
      } finally {
        await lanes.close();
      }
    }),
    { numRuns: runs, interruptAfterTimeLimit: 45_000 },
  );
}

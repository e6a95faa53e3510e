import fc from "fast-check";
import { temporaryFolder } from "./leaving.js";
import type { Finding, Part } from "./part.js";
import { ModelWorld } from "./program-model.js";
import { type ProgramStep, program } from "./program-steps.js";
import { ProgramWorld } from "./program-world.js";

/** Programs a round; each round has a seed of its own. */
const ROUND = 50;

export const programs: Part = {
  about:
    "Drawn programs of up to 60 operations over three lanes of a server with a data folder, called over HTTP: calls of the merchant API, payments with and without the page, forged forms, clock moves, rules, resets, snapshots saved and loaded across lanes, restarts. Each answer, and each lane at the end (orders, balances, invariants), is held against a small model that shares no code with the product. A program that fails is made smaller and printed.",
  run: async ({ seed, isShort, until }) => {
    const wanted = isShort ? 1000 : 1_000_000;
    const world = new ProgramWorld(temporaryFolder());
    const counts = { operations: 0, programs: 0, kinds: new Map<string, number>() };
    const findings: Finding[] = [];
    await world.start();
    for (let round = 0; counts.operations < wanted && findings.length === 0 && Date.now() < until; round++) {
      const property = fc.asyncProperty(program, async (steps) => {
        if (counts.operations >= wanted || Date.now() > until) return;
        const wrong = await runProgram(world, steps, (kind) => {
          counts.operations++;
          counts.kinds.set(kind, (counts.kinds.get(kind) ?? 0) + 1);
        });
        counts.programs++;
        if (wrong !== undefined) throw new Error(wrong);
      });
      const found = await fc.check(property, { seed: (seed + round) | 0, numRuns: ROUND });
      if (found.failed)
        findings.push({
          what: String((found.errorInstance as Error).message),
          shown: transcript(found.counterexample![0]),
        });
    }
    await world.stop();
    return {
      figures: [
        ["operations", counts.operations],
        ["programs", counts.programs],
        [
          "by kind",
          [...counts.kinds]
            .sort(([a], [b]) => a.localeCompare(b))
            .map(([kind, n]) => `${kind} ${n}`)
            .join(", "),
        ],
      ],
      findings,
    };
  },
};

/** The first thing that is not as the model says; undefined where all is. */
async function runProgram(
  world: ProgramWorld,
  steps: readonly ProgramStep[],
  took: (kind: string) => void,
): Promise<string | undefined> {
  const model = new ModelWorld();
  await world.clear();
  for (const [n, step] of steps.entries()) {
    if (step.step.kind === "load" && !model.hasSaved(step.step.of)) continue;
    const { now } = model.lane(step.lane).model;
    const foretold = model.take(step);
    const said = await world.take(step, now);
    took(step.step.kind);
    if (said !== foretold) return `step ${n + 1} answers ${said}, the model says ${foretold}`;
  }
  for (const [name, lane] of model.lanes) {
    const wrong = await world.differences(name, lane.model);
    if (wrong.length > 0) return wrong.join("; ");
  }
  return undefined;
}

const transcript = (steps: readonly ProgramStep[]): string =>
  steps.map(({ lane, step }, n) => `${n + 1}. lane ${lane}: ${JSON.stringify(step)}`).join("\n");

import fc from "fast-check";
import { temporaryFolder } from "./leaving.js";
import type { Finding, Part } from "./part.js";
import { ModelWorld } from "./program-model.js";
import { type ProgramStep, programOf } from "./program-steps.js";
import { ProgramWorld } from "./program-world.js";

/** Programs a round; each round has a seed of its own. */
const ROUND = 50;
const WORLDS = 8;
/** Operations of a program, at most. Before and after each one its lanes are made anew and looked through, so that many short ones do less in the same time. */
const LONGEST = 400;
const LONGEST_SHORT = 60;

interface Tally {
  operations: number;
  programs: number;
  readonly kinds: Map<string, number>;
}

export const programs: Part = {
  about:
    "Drawn programs of up to 400 operations (in the short form 60) over three lanes of a server with a data folder, called over HTTP: calls of the merchant API, payments with and without the page, forged forms, clock moves, rules, resets, snapshots saved and loaded across lanes, restarts. Each answer, and each lane at the end (orders, balances, invariants), is held against a small model that shares no code with the product. A program that fails is made smaller and printed.",
  run: async ({ seed, isShort, until }) => {
    const wanted = isShort ? 300 : 1_000_000;
    const tally: Tally = { operations: 0, programs: 0, kinds: new Map() };
    const findings: Finding[] = [];
    const isOver = (): boolean => tally.operations >= wanted || findings.length > 0 || Date.now() > until;
    // Side by side, so that a turn of the event loop takes many of them on.
    await Promise.all(
      Array.from({ length: WORLDS }, async (_, n) => {
        const drawn = programOf(isShort ? LONGEST_SHORT : LONGEST);
        const found = await inOneWorld(drawn, (round) => (seed + round * WORLDS + n) | 0, tally, isOver);
        if (found) findings.push(found);
      }),
    );
    return {
      figures: [
        ["operations", tally.operations],
        ["programs", tally.programs],
        [
          "by kind",
          [...tally.kinds]
            .sort(([a], [b]) => a.localeCompare(b))
            .map(([kind, n]) => `${kind} ${n}`)
            .join(", "),
        ],
      ],
      findings,
    };
  },
};

/** Program after program on one server; the first that fails, made smaller. */
async function inOneWorld(
  drawn: fc.Arbitrary<readonly ProgramStep[]>,
  seedOf: (round: number) => number,
  tally: Tally,
  isOver: () => boolean,
): Promise<Finding | undefined> {
  const world = new ProgramWorld(temporaryFolder());
  await world.start();
  try {
    for (let round = 0; !isOver(); round++) {
      const property = fc.asyncProperty(drawn, async (steps) => {
        if (isOver()) return;
        const wrong = await runProgram(world, steps, (kind) => {
          tally.operations++;
          tally.kinds.set(kind, (tally.kinds.get(kind) ?? 0) + 1);
        });
        tally.programs++;
        if (wrong !== undefined) throw new Error(wrong);
      });
      const found = await fc.check(property, { seed: seedOf(round), numRuns: ROUND });
      if (found.failed)
        return { what: (found.errorInstance as Error).message, shown: transcript(found.counterexample![0]) };
    }
    return undefined;
  } finally {
    await world.stop();
  }
}

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

import type { PlannedMutant } from "../../mutants/mutant.js";
import type { Step, Variant } from "../../mutants/variant.js";
import type { ShopRun, ShopRunner } from "../shop-runner.js";

/** How often to run handlers that make no query, because then only timing can make them overlap. */
export const TIMES = 5;

/** Runs each variant of a mutant until one goes wrong. That variant is then used for all repetitions. */
export function withVariants(
  runner: ShopRunner,
  isWrong: (mutant: PlannedMutant, run: ShopRun) => boolean,
): ShopRunner {
  const shownBy = new Map<string, Variant>();
  const discard = async (mutant: PlannedMutant, run: ShopRun): Promise<void> => runner.settled?.(mutant, run, []);
  const runAll = async (mutant: PlannedMutant, variants: readonly Variant[], signal: AbortSignal): Promise<ShopRun> => {
    let last: ShopRun | undefined;
    const [asksNothing, done] = [new Set<Step | undefined>(), new Set<Step | undefined>()];
    for (const variant of variants) {
      const [first] = variant.steps;
      if (done.has(first) || asksNothing.has(first) !== (variant.isByTime === true)) continue;
      const run = await runner.run({ ...mutant, variant }, signal);
      const { hasMissed = false } = run.conducted ?? {};
      if (run.conducted?.asksNothing) asksNothing.add(first);
      // If the moment didn't occur, it won't occur with another order of answers either.
      if (hasMissed && first !== undefined) done.add(first);
      if (last) await discard(mutant, hasMissed ? run : last);
      if (hasMissed && last) continue;
      last = run;
      if (hasMissed) continue;
      if (isWrong(mutant, last)) {
        shownBy.set(mutant.id, variant);
        return last;
      }
      // The shop handles one request at a time, so another order of answers would give the same result.
      if (last.conducted?.hasOpened) done.add(first);
      if (signal.aborted || last.hasTimedOut) return last;
    }
    if (asksNothing.size === 0 || mutant.family !== "race") return last!;
    await discard(mutant, last!);
    return runAtOnce(mutant, variants[0]!, signal);
  };
  const runAtOnce = async (mutant: PlannedMutant, { steps }: Variant, signal: AbortSignal): Promise<ShopRun> => {
    let variant: Variant = { steps: steps.filter(isBegun), holds: "none", isAtOnce: true };
    const runs: ShopRun[] = [];
    const wrong: ShopRun[] = [];
    while (isOpen(runs.length, wrong.length) && !signal.aborted) {
      if (runs[0] && wrong.length === 0) variant = apart(variant, runs[0], runs.length);
      const run = await runner.run({ ...mutant, variant }, signal);
      runs.push(run);
      if (isWrong(mutant, run)) wrong.push(run);
    }
    const shown = wrong[0] ?? runs.at(-1)!;
    for (const run of runs) if (run !== shown) await discard(mutant, run);
    return Object.assign(shown, { seen: { of: runs.length, times: wrong.length } });
  };
  return {
    ...runner,
    run: (mutant, signal) => {
      const variants = mutant?.variants ?? [];
      if (!mutant) return runner.run(mutant, signal);
      if (variants.length === 0) return runner.run(mutant, signal);
      const shown = shownBy.get(mutant.id);
      return shown ? runner.run({ ...mutant, variant: shown }, signal) : runAll(mutant, variants, signal);
    },
  };
}

const isBegun = (step: Step): boolean =>
  step !== "query" && step !== "second-query" && step !== "both-queries" && step !== "own-query";

/** If only the last run went wrong, more runs are needed to be sure. */
const isOpen = (runs: number, wrong: number): boolean => runs < TIMES || (wrong === 1 && runs < TIMES + AGAIN);
export const AGAIN = 2;

/** The handler that is started first must take at least this many times as long. */
export const LONGER = 2;
export const PARTS = [0.25, 0.5, 0.75, 0.9];

/** A handler may check long after it started, so the shorter one is started at several points of the longer one. */
function apart(variant: Variant, { conducted }: ShopRun, turn: number): Variant {
  // A retry always follows its first attempt.
  if (variant.steps.includes("retry")) return variant;
  const tookMs = conducted?.tookMs ?? {};
  const [long, short, ...others] = [...variant.steps].sort((a, b) => (tookMs[b] ?? 0) - (tookMs[a] ?? 0));
  const longMs = long === undefined ? 0 : (tookMs[long] ?? 0);
  const shortMs = short === undefined ? undefined : tookMs[short];
  if (!long || !short || others.length > 0 || shortMs === undefined || longMs < LONGER * shortMs) return variant;
  return { ...variant, steps: [long, short], lateMs: longMs * (PARTS[turn - 1] ?? 0) };
}

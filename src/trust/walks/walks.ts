import type { Assume } from "../../scenario/assume-schema.js";
import { choiceFor } from "./choice.js";
import { type Step, walkOf } from "./generate.js";
import { type Attempt, shrunk } from "./shrink.js";
import { kindOf, type Trace, type World, walkOnce } from "./walk.js";

export interface WalkDifference extends Trace {
  readonly number: number;
  /** The choice under which a lane answers all of the calls as the service did, where there is one. */
  readonly chosen: Assume | undefined;
}

export interface WalkOptions {
  readonly walks: number;
  readonly seed: number;
  readonly userId: string;
  readonly there: World;
  /** A fresh lane, with choices of its own. */
  readonly here: (attempt: number, chosen?: Assume) => Promise<World>;
  /** What no reference of another run begins with. */
  readonly prefix: string;
  /** Told of each difference when it is found; no difference is told twice. */
  readonly onDifference?: (difference: WalkDifference) => void | Promise<void>;
  /** Told after each walk. */
  readonly onWalk?: (number: number) => void;
  /** Calls in one walk. */
  readonly length?: number;
}

const LENGTH = 10;
/** How often a walk goes on without the call whose answers differed. */
const ROUNDS = 5;

export interface WalksFound {
  readonly differences: readonly WalkDifference[];
  /** How many differences were not there again when the same calls were made once more: a limit, or a decline. */
  readonly unsteady: number;
}

/**
 * Walks random programs through both worlds. What differs is shrunk to the fewest calls that show it, and then walked on without
 * it: one difference must not hide another.
 */
export async function walkBoth(options: WalkOptions): Promise<WalksFound> {
  const { walks, seed, userId, length = LENGTH, onDifference, onWalk } = options;
  const found = new Map<string, WalkDifference>();
  let unsteady = 0;
  let attempts = 0;
  const attempt: Attempt = async (steps) => {
    const here = await options.here(++attempts);
    return walkOnce(steps, { there: options.there, here, prefix: `${options.prefix}-${attempts}` });
  };
  /** What a trace shows, unless it was found before. */
  const look = async (number: number, steps: readonly Step[], seen: Trace): Promise<void> => {
    if (found.has(kindOf(seen))) return;
    const fewest = await shrunk(steps, seen, attempt);
    if (!fewest) {
      unsteady++;
      return;
    }
    const chosen = await choiceFor(fewest, (choice) => options.here(++attempts, choice));
    const difference = { number, ...fewest, chosen };
    found.set(kindOf(fewest), difference);
    await onDifference?.(difference);
  };
  for (let number = 1; number <= walks; number++) {
    let steps = walkOf(seed, number, length, userId);
    for (let round = 0; round < ROUNDS; round++) {
      const seen = await attempt(steps);
      const last = seen.calls.at(-1)?.step;
      if (seen.lines.length === 0 || !last) break;
      await look(number, steps.slice(0, steps.indexOf(last) + 1), seen);
      steps = steps.filter((step) => step !== last);
    }
    onWalk?.(number);
  }
  return { differences: [...found.values()], unsteady };
}

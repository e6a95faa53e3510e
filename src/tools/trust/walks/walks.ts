import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import { choiceFor, explains } from "./choice.js";
import { type WalkAct, type WalkStep, walkOf } from "./generate.js";
import { type ShrinkAttempt, shrunk } from "./shrink.js";
import { type Compare, compareAll, differenceKindOf, type Trace, type World, walkOnce } from "./walk.js";

export interface WalkDifference extends Trace {
  readonly number: number;
  /** How many differences this walk has shown before. */
  readonly nth: number;
  /** The choice with which a lane answers every call as the service did, if there is one. */
  readonly chosen: Assume | undefined;
}

export interface WalkOptions {
  readonly walks: number;
  readonly seed: number;
  readonly userId: string;
  readonly there: World;
  /** Creates a new lane with its own choices. */
  readonly here: (attempt: number, chosen?: Assume) => Promise<World>;
  /** A prefix that no other run uses for its references. */
  readonly prefix: string;
  /** Left out: everything is compared, including codes and messages. */
  readonly compare?: Compare;
  /** Called for each difference once it is found. Each cause is reported only once. */
  readonly onDifference?: (difference: WalkDifference) => void | Promise<void>;
  /** Called after each walk. */
  readonly onWalk?: (number: number) => void;
  /** What the shopper and time do, if both services have them. By default, nothing. */
  readonly acts?: readonly WalkAct[];
  /** How many calls a walk makes. */
  readonly length?: number;
}

const LENGTH = 10;
/** How often a walk continues without the call that had different answers. */
const ROUNDS = 5;

export interface WalksFound {
  readonly differences: readonly WalkDifference[];
  /**
   * How many differences disappeared when the same calls were repeated, for example because of a rate limit or a
   * decline.
   */
  readonly unsteady: number;
}

/**
 * Makes random sequences of calls to both services. Reduces a difference to the fewest calls that show it, and then
 * continues without it, so that it can't hide another one.
 */
export const walkBoth = (options: WalkOptions): Promise<WalksFound> => new Walks(options).run();

class Walks {
  readonly #options: WalkOptions;
  readonly #found: WalkDifference[] = [];
  /** Differences that were reported, one line each. */
  readonly #told = new Set<string>();
  /**
   * Choices that explained a difference. Our lanes use them from then on, so that each cause is reported only once.
   */
  #known: Assume = {};
  #unsteady = 0;
  #attempts = 0;

  constructor(options: WalkOptions) {
    this.#options = options;
  }

  async run(): Promise<WalksFound> {
    const { walks, seed, userId, acts, length = LENGTH, onWalk } = this.#options;
    for (let number = 1; number <= walks; number++) {
      let steps = walkOf(seed, number, length, userId, acts);
      for (let round = 0; round < ROUNDS; round++) {
        const seen = await this.#attempt(steps);
        const last = seen.calls.at(-1)?.step;
        if (seen.lines.length === 0 || !last) break;
        await this.#look(number, steps.slice(0, steps.indexOf(last) + 1), seen);
        steps = steps.filter((step) => step !== last);
      }
      onWalk?.(number);
    }
    return { differences: this.#found, unsteady: this.#unsteady };
  }

  readonly #attempt: ShrinkAttempt = async (steps) => {
    const here = await this.#options.here(++this.#attempts, this.#known);
    const { there, prefix, compare = compareAll } = this.#options;
    return walkOnce(steps, { there, here, prefix: `${prefix}-${this.#attempts}`, compare });
  };

  /** Reports a trace, unless everything in it was reported before. */
  async #look(number: number, steps: readonly WalkStep[], seen: Trace): Promise<void> {
    if (causesOf(seen).every((cause) => this.#told.has(cause))) return;
    const fewest = await shrunk(steps, seen, this.#attempt);
    if (!fewest) {
      this.#unsteady++;
      return;
    }
    for (const cause of causesOf(fewest)) this.#told.add(cause);
    const chosen = await this.#chosenFor(fewest);
    const nth = this.#found.filter((one) => one.number === number).length;
    const difference = { number, nth, ...fewest, chosen };
    this.#found.push(difference);
    await this.#options.onDifference?.(difference);
  }

  async #chosenFor(trace: Trace): Promise<Assume | undefined> {
    const laneUnder = (choice: Assume) => this.#options.here(++this.#attempts, choice);
    const chosen = await choiceFor(trace, (choice) => laneUnder({ ...this.#known, ...choice }));
    if (chosen === undefined) return undefined;
    const isEnough = await explains(chosen, trace, laneUnder);
    const all = { ...this.#known, ...chosen };
    this.#known = all;
    return isEnough ? chosen : all;
  }
}

/**
 * A cause for each line. The same line for another operation has the same cause, unless one side refuses, because a
 * refusal may have another cause.
 */
const causesOf = (trace: Trace): readonly string[] =>
  trace.lines.some((line) => /^(success|refused|HTTP|no )/.test(line))
    ? [differenceKindOf(trace)]
    : trace.lines.map((line) => line.replaceAll(trace.prefix, "").replace(/\d{5,}/g, "0"));

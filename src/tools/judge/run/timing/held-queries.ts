import { type Exchange, requestId } from "../../../../lane/ports/exchange.js";
import type { Party } from "./party.js";
import type { Turns } from "./turns.js";

/** The bounds of the time that the handler of a second event may take, in milliseconds. */
export const PATIENCE_MIN_MS = 400;
export const PATIENCE_MAX_MS = 5_000;

/** A query whose answer waits. */
interface Held {
  readonly name: string;
  /**
   * The notification or visit whose handler made the query. Undefined if the shop made it by itself, or in a handler
   * that the judge no longer observes.
   */
  readonly asker: Party | undefined;
  readonly release: () => void;
  isReleased: boolean;
}

interface HeldQueriesOptions {
  readonly turns: Turns;
  /** The notifications and visits that were started so far. */
  readonly parties: readonly Party[];
  readonly say: (what: string) => void;
}

/** The shop's queries about one order, whose answers wait until their turn comes. */
export class HeldQueries {
  readonly #all: Held[] = [];
  readonly #turns: Turns;
  readonly #parties: readonly Party[];
  readonly #say: (what: string) => void;

  constructor({ turns, parties, say }: HeldQueriesOptions) {
    this.#turns = turns;
    this.#parties = parties;
    this.#say = say;
  }

  /** How many were held, released ones included. */
  get count(): number {
    return this.#all.length;
  }

  get hasWaiting(): boolean {
    return this.#all.some(({ isReleased }) => !isReleased);
  }

  /** Resolves when the query may be answered. */
  hold({ id, operation }: Exchange): Promise<void> {
    return new Promise((resolve) => {
      const asker = this.#parties.findLast(({ isDone, hasAsked }) => !isDone && !hasAsked);
      if (asker) asker.hasAsked = true;
      const name = `${operation} (${requestId(id)})`;
      this.#say(`${asker === undefined ? "the shop" : `the handler of ${asker.name}`} asks ${name}, which waits`);
      const held: Held = {
        name,
        asker,
        isReleased: false,
        release: () => {
          held.isReleased = true;
          resolve();
        },
      };
      this.#all.push(held);
      this.#turns.changed();
    });
  }

  /**
   * Answers a query, and waits until its handler has ended or has sent another one. True if nothing shows what the
   * shop does next, because the handler has ended or isn't known.
   */
  async answer(index: number): Promise<boolean> {
    const held = this.#all[index];
    if (!held) return false;
    this.#say(`${held.name} is answered`);
    const waiting = this.#all.length;
    held.release();
    const { asker } = held;
    const isOver = () => !asker || asker.isDone || this.#all.length > waiting;
    if (!(await this.#turns.until(isOver, PATIENCE_MIN_MS)) && !this.#isUnsure())
      await this.#turns.until(() => isOver() || this.#isUnsure(), PATIENCE_MAX_MS);
    // After a timed-out attempt, the shop's handler may still run, but nothing shows when it ends.
    return !asker || asker.isDone;
  }

  releaseAll(): void {
    for (const { release } of this.#all) release();
  }

  /**
   * True if a held query seems to come from no handler, or from one that has ended. A handler that has ended can't
   * wait, so the queries of other handlers may be assigned wrongly too.
   */
  #isUnsure(): boolean {
    return this.#all.some(({ isReleased, asker }) => !isReleased && (asker === undefined || asker.isDone));
  }
}

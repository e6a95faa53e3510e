import { LONGEST_MS } from "./budget.js";
import { Turns } from "./timing/turns.js";

/** Lets one of several simultaneous runs have the machine for itself. */
export class Alone {
  readonly #turns = new Turns();
  #active = 0;
  #waiting = 0;
  #isTaken = false;

  /** Runs beside others, once nobody is alone or waits for it. */
  async beside<T>(work: () => Promise<T>): Promise<T> {
    const isFree = () => !this.#isTaken && this.#waiting === 0;
    // Several may wait for the same change, and the first of them may take what the others wait for.
    while (!isFree()) await this.#turns.until(isFree, LONGEST_MS);
    this.#active++;
    try {
      return await work();
    } finally {
      this.#active--;
      this.#turns.changed();
    }
  }

  /** Within `beside`: runs once all others have ended. Their next ones wait. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    this.#active--;
    this.#waiting++;
    this.#turns.changed();
    const isQuiet = () => !this.#isTaken && this.#active === 0;
    while (!isQuiet()) await this.#turns.until(isQuiet, LONGEST_MS);
    this.#waiting--;
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      this.#isTaken = false;
      this.#active++;
      this.#turns.changed();
    }
  }
}

/** How many batches are under way at a time: what comes meanwhile shares the next one. */
const UNDER_WAY_MAX = 4;

/** Gathers what several lanes of this node ask of the database in one turn, or while it is busy: one statement for all costs hardly more than one for each. */
export class Gathering<T> {
  readonly #send: (some: readonly T[]) => Promise<void>;
  readonly #max: number;
  readonly #waiting: T[] = [];
  #underWay = 0;

  /** `send` takes at most `max` at once, tells each what came of it, and never throws. */
  constructor(max: number, send: (some: readonly T[]) => Promise<void>) {
    this.#max = max;
    this.#send = send;
  }

  add(one: T): void {
    this.#waiting.push(one);
    if (this.#waiting.length === 1) setImmediate(() => this.#sendMore());
  }

  #sendMore(): void {
    while (this.#underWay < UNDER_WAY_MAX && this.#waiting.length > 0) {
      this.#underWay++;
      this.#send(this.#waiting.splice(0, this.#max)).finally(() => {
        this.#underWay--;
        this.#sendMore();
      });
    }
  }
}

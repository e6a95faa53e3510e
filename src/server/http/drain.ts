import type { ServerResponse } from "node:http";

/** How many of the answers in flight were finished when the server stopped. */
export interface Drained {
  readonly answered: number;
  readonly cut: number;
}

/** Tells the client that the connection closes with this answer, so that it doesn't send another call on it. */
const closeAfter = (outgoing: ServerResponse): void => {
  outgoing.shouldKeepAlive = false;
};

/** Up to this many answers are known before finished ones are removed. If many are pending, more may be known. */
const LEAST_KNOWN = 32;

/**
 * Keeps track of pending answers, so that a stopping server can wait for them. Removes finished ones from time to
 * time, which is cheaper than a listener on each answer.
 */
export class Drain {
  #known: ServerResponse[] = [];
  #limit = LEAST_KNOWN;
  readonly #stopping: AbortSignal;

  constructor(stopping: AbortSignal) {
    this.#stopping = stopping;
    stopping.addEventListener("abort", () => this.#underWay().forEach(closeAfter));
  }

  begins(outgoing: ServerResponse): void {
    if (this.#stopping.aborted) closeAfter(outgoing);
    if (this.#known.length >= this.#limit) {
      this.#known = this.#underWay();
      this.#limit = Math.max(LEAST_KNOWN, 2 * this.#known.length);
    }
    this.#known.push(outgoing);
  }

  #underWay(): ServerResponse[] {
    return this.#known.filter(({ closed }) => !closed);
  }

  /**
   * Resolves once every pending answer was sent or cut off, or after `graceMs`. The returned function gives the
   * counts so far.
   */
  async ended(graceMs: number): Promise<() => Drained> {
    const before = this.#underWay();
    const closed = before.map((one) => new Promise<void>((resolve) => void one.once("close", resolve)));
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([Promise.all(closed), tooLong]);
    clearTimeout(timer);
    return () => {
      const answered = before.filter(({ writableFinished }) => writableFinished).length;
      return { answered, cut: before.length - answered };
    };
  }
}

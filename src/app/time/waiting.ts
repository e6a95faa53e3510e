import { setImmediate as nextTurn } from "node:timers/promises";
import type { Changes } from "../ports/store.js";

/** Wakes those who wait for an event in a lane. They look again after each commit and each attempt. */
export class Waiting {
  readonly #wakers = new Set<(changes?: Changes) => void>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True if somebody waits. */
  get isWatched(): boolean {
    return this.#wakers.size > 0;
  }

  /** Call this after a change, with its `changes` if it was a commit. Costs nothing while nobody waits. */
  changed(changes?: Changes): void {
    for (const wake of this.#wakers) wake(changes);
  }

  /** Calls `wake` after each change. The returned function stops that. */
  watch(wake: (changes?: Changes) => void): () => void {
    this.#wakers.add(wake);
    return () => this.#wakers.delete(wake);
  }

  /**
   * Resolves with the first value that `look` finds, now or after a change. Resolves with undefined after `timeoutMs`
   * of real time, once `signal` aborts, or once the lane is gone. Changes in one turn of the event loop cause one
   * look.
   */
  async until<T>(look: () => Promise<T | undefined>, timeoutMs: number, signal?: AbortSignal): Promise<T | undefined> {
    let isOver = false;
    let change = Promise.withResolvers<void>();
    let looking = Promise.withResolvers<T | undefined>();
    const giveUp = () => {
      isOver = true;
      change.resolve();
      looking.resolve(undefined);
    };
    const unwatch = this.watch(() => change.resolve());
    let timer: NodeJS.Timeout | undefined;
    try {
      let found = await look();
      if (found !== undefined || timeoutMs === 0 || signal?.aborted) return found;
      timer = setTimeout(giveUp, timeoutMs);
      timer.unref();
      signal?.addEventListener("abort", giveUp);
      while (found === undefined && !isOver && !this.#isClosed) {
        await change.promise.then(() => nextTurn());
        if (isOver || this.#isClosed) return undefined;
        // A change during the look causes another one.
        [change, looking] = [Promise.withResolvers(), Promise.withResolvers()];
        look().then(looking.resolve, looking.reject);
        found = await looking.promise;
      }
      return found;
    } finally {
      clearTimeout(timer);
      unwatch();
      signal?.removeEventListener("abort", giveUp);
    }
  }

  /** The lane is closing, so nothing more will happen in it. */
  close(): void {
    this.#isClosed = true;
    this.changed();
  }
}

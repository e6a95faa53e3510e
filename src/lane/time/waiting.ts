import { setImmediate as nextTurn } from "node:timers/promises";
import type { HearChange, WaitOptions } from "../ports/hear-change.js";
import type { Changes, MovedNotification } from "../ports/store.js";

/** Wakes those who wait for an event in a lane. They look again after each commit and each attempt. */
export class Waiting {
  readonly #wakers = new Set<HearChange>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True if somebody waits. */
  get isWatched(): boolean {
    return this.#wakers.size > 0;
  }

  /** Call this after a change. Costs nothing while nobody waits. */
  changed(changes?: Changes, moved?: readonly MovedNotification[]): void {
    for (const wake of this.#wakers) wake(changes, moved);
  }

  /** Calls `wake` after each change. The returned function stops that. */
  watch(wake: HearChange): () => void {
    this.#wakers.add(wake);
    return () => this.#wakers.delete(wake);
  }

  /**
   * Resolves with the first value that `look` finds, now or after a change. Resolves with undefined after `timeoutMs`
   * of real time, once `signal` aborts, or once the lane is gone. Changes in one turn of the event loop cause one
   * look. A change that doesn't concern it causes none.
   */
  async until<T>(
    look: () => Promise<T | undefined>,
    timeoutMs: number,
    { signal, concerns = () => true, watch = this.#watchFor(concerns) }: WaitOptions = {},
  ): Promise<T | undefined> {
    let isOver = false;
    let change = Promise.withResolvers<void>();
    let looking = Promise.withResolvers<T | undefined>();
    const giveUp = () => {
      isOver = true;
      change.resolve();
      looking.resolve(undefined);
    };
    const unwatch = watch(() => change.resolve());
    const lookIn = () =>
      look().catch((error) => {
        if (!this.#isClosed) throw error;
        return undefined;
      });
    let timer: NodeJS.Timeout | undefined;
    try {
      let found = await lookIn();
      if (found !== undefined || timeoutMs === 0 || signal?.aborted) return found;
      timer = setTimeout(giveUp, timeoutMs);
      timer.unref();
      signal?.addEventListener("abort", giveUp);
      while (found === undefined && !isOver && !this.#isClosed) {
        await change.promise.then(() => nextTurn());
        if (isOver || this.#isClosed) return undefined;
        // A change during the look causes another one.
        [change, looking] = [Promise.withResolvers(), Promise.withResolvers()];
        lookIn().then(looking.resolve, looking.reject);
        found = await looking.promise;
      }
      return found;
    } finally {
      clearTimeout(timer);
      unwatch();
      signal?.removeEventListener("abort", giveUp);
    }
  }

  #watchFor(concerns: HearChange<boolean>): NonNullable<WaitOptions["watch"]> {
    return (wake) =>
      this.watch((changes, moved) => {
        if (this.#isClosed || concerns(changes, moved)) wake();
      });
  }

  /** The lane is closing, so nothing more will happen in it. */
  close(): void {
    this.#isClosed = true;
    this.changed();
  }
}

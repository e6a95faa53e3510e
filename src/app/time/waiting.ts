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
    let hasChanged = false;
    const unwatch = this.watch(() => {
      hasChanged = true;
    });
    let found: T | undefined;
    try {
      found = await look();
    } finally {
      unwatch();
    }
    if (found !== undefined || timeoutMs === 0 || this.#isClosed || signal?.aborted) return found;
    return new Promise((resolve, reject) => {
      let isPlanned = false;
      let isLooking = false;
      const end = (settle: () => void) => {
        clearTimeout(timer);
        this.#wakers.delete(wake);
        signal?.removeEventListener("abort", giveUp);
        settle();
      };
      const giveUp = () => end(() => resolve(undefined));
      const lookOnce = async () => {
        isPlanned = false;
        if (!this.#wakers.has(wake)) return;
        [isLooking, hasChanged] = [true, false];
        try {
          const seen = this.#isClosed ? undefined : await look();
          if (seen !== undefined || this.#isClosed) end(() => resolve(seen));
        } catch (defect) {
          end(() => reject(defect));
        }
        isLooking = false;
        if (hasChanged) wake();
      };
      // If two checks ran at the same time, both would find the same change.
      const wake = () => {
        hasChanged = true;
        if (isPlanned || isLooking) return;
        setImmediate(() => void lookOnce());
        isPlanned = true;
      };
      const timer = setTimeout(giveUp, timeoutMs);
      timer.unref();
      signal?.addEventListener("abort", giveUp);
      this.#wakers.add(wake);
      // Something happened during the first check.
      if (hasChanged) wake();
    });
  }

  /** The lane is closing, so nothing more will happen in it. */
  close(): void {
    this.#isClosed = true;
    this.changed();
  }
}

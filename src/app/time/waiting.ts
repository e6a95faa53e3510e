import type { Changes } from "../ports/store.js";

/** Wakes those who wait for something to happen in a lane: each commit and each attempt is a reason to look again. */
export class Waiting {
  readonly #wakers = new Set<(changes?: Changes) => void>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Something changed: `changes` where it was a commit. Costs nothing while nobody waits. */
  changed(changes?: Changes): void {
    for (const wake of this.#wakers) wake(changes);
  }

  /** Calls `wake` after each change; the returned function ends it. */
  watch(wake: (changes?: Changes) => void): () => void {
    this.#wakers.add(wake);
    return () => this.#wakers.delete(wake);
  }

  /**
   * Resolves with what `look` finds, now or after a change; with undefined when it found nothing within `timeoutMs` of
   * real time, when `signal` ended the wait, or when the lane went away. Changes of one turn of the event loop are looked at once.
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
      // Two looks at once would both find what is new.
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
      // Something happened while the first look was under way.
      if (hasChanged) wake();
    });
  }

  /** The lane is going: nothing will happen in it any more. */
  close(): void {
    this.#isClosed = true;
    this.changed();
  }
}

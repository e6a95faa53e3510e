import type { Elsewhere, Following } from "../ports/elsewhere.js";
import type { Store } from "../ports/store.js";

interface Watcher {
  readonly tell: (elsewhere: Elsewhere) => void;
  /** Called where what was done cannot be read. */
  readonly fail: (error: unknown) => void;
}

/** What other processes do in a lane, for those who want it told in full. While nobody does, nothing is read. */
export class ElsewhereNews {
  readonly #store: Pick<Store, "follow">;
  readonly #watchers = new Set<Watcher>();
  #following: Promise<Following> | undefined;
  #isReading = false;
  #again = false;

  constructor(store: Pick<Store, "follow">) {
    this.#store = store;
  }

  /** What is done from now on will be told to those who watch when this resolves. */
  async ready(): Promise<void> {
    if (!this.#store.follow || this.#following) return void (await this.#following);
    this.#following = this.#store.follow();
    await this.#following.catch((error) => {
      this.#following = undefined;
      throw error;
    });
  }

  /** The returned function ends it. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    // Something may have been done since it was ready.
    this.hear();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) this.#following = undefined;
    };
  }

  /** Another process did something. */
  hear(): void {
    if (this.#watchers.size === 0 || !this.#following) return;
    this.#again = true;
    if (!this.#isReading) void this.#readAll();
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    while (this.#again) {
      this.#again = false;
      try {
        const elsewhere = await (await this.#following)?.read();
        if (elsewhere) for (const { tell } of this.#watchers) tell(elsewhere);
      } catch (error) {
        for (const { fail } of this.#watchers) fail(error);
      }
    }
    this.#isReading = false;
  }
}

// The room `time`: everything that depends on time. The lane's clock and its moves, due work, expiry, settlement,
// scheduled tasks, and waiting for a change.

import type { Following, OtherChanges } from "../ports/change-feed.js";
import type { Store } from "../ports/store.js";

interface Watcher {
  readonly tell: (changes: OtherChanges) => void;
  /** Called if changes can't be read. */
  readonly fail: (error: unknown) => void;
}

/** Reports changes that other processes make in a lane. Reads nothing while nobody watches. */
export class ChangeFeed {
  readonly #store: Pick<Store, "follow">;
  readonly #watchers = new Set<Watcher>();
  #following: Promise<Following> | undefined;
  #isReading = false;
  #again = false;

  constructor(store: Pick<Store, "follow">) {
    this.#store = store;
  }

  /** Resolves once the store reports changes. From then on, watchers miss none. */
  async ready(): Promise<void> {
    if (!this.#store.follow || this.#following) return void (await this.#following);
    this.#following = this.#store.follow();
    await this.#following.catch((error) => {
      this.#following = undefined;
      throw error;
    });
  }

  /** Calls `watcher` for each change. The returned function stops that. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    // Something may have changed before the watcher was added.
    this.hear();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) this.#following = undefined;
    };
  }

  /** Call this if another process may have changed something. */
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
        const changes = await (await this.#following)?.read();
        if (changes) for (const { tell } of this.#watchers) tell(changes);
      } catch (error) {
        for (const { fail } of this.#watchers) fail(error);
      }
    }
    this.#isReading = false;
  }
}

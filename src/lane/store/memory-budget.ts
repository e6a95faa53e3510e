import { LaneFull } from "../ports/store-errors.js";

const MB = 1_048_576;

/**
 * A memory limit for all lanes of a server, apart from their journals: recent orders, rules, scenario documents, and
 * snapshots of lanes in memory. Recent orders can be dropped, because they can be read again. Anything else that
 * doesn't fit is refused.
 */
export class MemoryBudget {
  readonly maxBytes: number;
  readonly #held = new Map<object | string, number>();
  #heldBytes = 0;
  #cachedBytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Sets an owner's size. If it has grown and doesn't fit, throws LaneFull and changes nothing. */
  hold(owner: object | string, bytes: number): void {
    const before = this.#held.get(owner) ?? 0;
    const after = this.#heldBytes - before + bytes;
    if (bytes > before && after > this.maxBytes)
      throw new LaneFull(
        `rules, scenarios and snapshots would take ${Math.ceil(after / MB)} MB of memory, at most ${Math.floor(this.maxBytes / MB)} are allowed`,
      );
    this.note(owner, bytes);
  }

  /** The same for existing data, which is counted but never refused. */
  note(owner: object | string, bytes: number): void {
    this.#heldBytes += bytes - (this.#held.get(owner) ?? 0);
    if (bytes === 0) this.#held.delete(owner);
    else this.#held.set(owner, bytes);
  }

  /** Notes a cache's size. True if the cache must be cleared. */
  cached(bytes: number): boolean {
    this.#cachedBytes += bytes;
    return this.#heldBytes + this.#cachedBytes > this.maxBytes;
  }
}

import type { BoundedPart, ByteBudget } from "../ports/byte-budget.js";

/** How much of the budget is freed at once, so that a full journal isn't searched at each call. */
const FREED_PART = 1 / 64;

/** A common limit for the journals of all of a server's lanes, and for the spans that shops have posted. */
export class JournalBudget implements ByteBudget {
  readonly #maxBytes: number;
  readonly #journals = new Set<BoundedPart>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Adds a journal with its current size. The returned function removes it. */
  join(journal: BoundedPart): () => void {
    this.#journals.add(journal);
    try {
      this.grew(journal.bytes);
    } catch {
      // Another journal can't shrink now. This one can join anyway, and the next call tries again.
    }
    return () => {
      this.#journals.delete(journal);
      this.#recount();
    };
  }

  /** Counts written bytes. If all journals together hold too much, drops the oldest calls of the largest one. */
  grew(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) this.#shrink();
  }

  #shrink(): void {
    const wanted = this.#maxBytes * (1 - FREED_PART);
    this.#recount();
    while (this.#bytes > wanted) {
      const [largest] = [...this.#journals].sort((a, b) => b.bytes - a.bytes);
      const before = largest?.bytes ?? 0;
      largest?.dropOldest(this.#bytes - wanted);
      this.#recount();
      // A journal with a single call keeps it, whatever its size.
      if ((largest?.bytes ?? 0) >= before) return;
    }
  }

  #recount(): void {
    this.#bytes = 0;
    for (const { bytes } of this.#journals) this.#bytes += bytes;
  }
}

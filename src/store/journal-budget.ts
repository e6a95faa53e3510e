/** A journal that can be asked to become smaller. */
export interface BoundedJournal {
  /** About how much it holds. */
  readonly bytes: number;
  /** Drops the oldest calls until about so much is free; the newest call stays. */
  dropOldest(bytes: number): void;
}

/** The part of the budget that is freed at once, so that a full journal is not searched at each call. */
const FREED_PART = 1 / 64;

/** What the journals of all lanes of a server may hold together. */
export class JournalBudget {
  readonly #maxBytes: number;
  readonly #journals = new Set<BoundedJournal>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes a journal in, with what it holds already; the returned function ends it. */
  join(journal: BoundedJournal): () => void {
    this.#journals.add(journal);
    try {
      this.grew(journal.bytes);
    } catch {
      // That another one cannot be shortened just now is no fault of it: that is tried again at the next call.
    }
    return () => {
      this.#journals.delete(journal);
      this.#recount();
    };
  }

  /** Something was written. Where all journals together hold too much, the oldest calls of the largest one go. */
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
      // A journal of one call keeps it, whatever its size.
      if ((largest?.bytes ?? 0) >= before) return;
    }
  }

  #recount(): void {
    this.#bytes = 0;
    for (const { bytes } of this.#journals) this.#bytes += bytes;
  }
}

/** A part of memory that can be told to shrink. */
export interface BoundedPart {
  /** About how much it holds. */
  readonly bytes: number;
  /** Drops the oldest entries until about this many bytes are free. */
  dropOldest(bytes: number): void;
}

/** A limit in bytes that several parts share. */
export interface ByteBudget {
  /** Adds a part with its current size. The returned function removes it. */
  join(part: BoundedPart): () => void;
  /** Counts added bytes. If all parts together are too large, the largest drops its oldest entries. */
  grew(bytes: number): void;
}

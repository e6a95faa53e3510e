/** A lane that can free the resources that it needs only for calls. */
export interface IdleLane {
  /** True if the lane was used since the last call of this method. */
  wasUsed(): boolean;
  /** Frees resources until the next call. False if work is running or due soon. Never throws. */
  rest(): boolean;
}

/** How often to check lanes, in milliseconds. A lane is evicted after one to two checks without a call. */
export const IDLE_MS = 1000;

/** Evicts idle lanes' resources. Checks only lanes that are awake, and runs no timer if there are none. */
export class IdleEviction {
  // In the order in which they were opened.
  readonly #awake = new Set<IdleLane>();
  readonly #resting = new Set<IdleLane>();
  readonly #maxAwake: number;
  #timer: NodeJS.Timeout | undefined;

  /** `maxAwake`: how many lanes may be awake at once. If there are more, the one that was opened first is evicted. */
  constructor(maxAwake = Number.POSITIVE_INFINITY) {
    this.#maxAwake = maxAwake;
  }

  /** How many lanes are awake. */
  get awake(): number {
    return this.#awake.size;
  }

  /** All lanes, awake or not. */
  get lanes(): readonly IdleLane[] {
    return [...this.#awake, ...this.#resting];
  }

  opened(lane: IdleLane): void {
    this.#resting.delete(lane);
    this.#awake.add(lane);
    if (this.#awake.size > this.#maxAwake) this.#evictOldest(lane);
    this.#timer ??= setInterval(() => this.evictIdle(), IDLE_MS).unref();
  }

  /** Adds a lane that needs no resources until its first call. */
  madeAtRest(lane: IdleLane): void {
    this.#resting.add(lane);
  }

  closed(lane: IdleLane): void {
    this.#awake.delete(lane);
    this.#resting.delete(lane);
    this.#endWhenEmpty();
  }

  /** Evicts lanes that were not used since the last check. */
  evictIdle(): void {
    for (const lane of this.#awake) if (!lane.wasUsed()) this.#evict(lane);
    this.#endWhenEmpty();
  }

  /** Returns whether the lane was evicted. */
  #evict(lane: IdleLane): boolean {
    if (!lane.rest()) return false;
    this.#awake.delete(lane);
    this.#resting.add(lane);
    return true;
  }

  #evictOldest(but: IdleLane): void {
    for (const lane of this.#awake) if (lane !== but && this.#evict(lane)) return;
  }

  #endWhenEmpty(): void {
    if (this.#awake.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

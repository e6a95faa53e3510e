/** A lane that can give up what it needs only for calls. */
export interface Sleeper {
  /** Whether it was used since this was last asked. */
  wasUsed(): boolean;
  /** Gives up what it can until it is asked again; false where something is under way, or due soon. Never throws. */
  rest(): boolean;
}

/** How often the keeper looks, in milliseconds: a lane rests after one to two of them without a call. */
export const REST_AFTER_MS = 1000;

export interface RestOptions {
  /** How many lanes may be awake at once; the one that woke first rests when there are more. */
  readonly maxAwake?: number;
  /** Calls `look` again and again; the returned function ends it. */
  readonly every?: (ms: number, look: () => void) => () => void;
}

/** Lets lanes rest that nobody calls. It looks at those that are awake alone, and not at all where none is. */
export class RestKeeper {
  // In the order in which they woke.
  readonly #awake = new Set<Sleeper>();
  readonly #resting = new Set<Sleeper>();
  readonly #maxAwake: number;
  readonly #every: NonNullable<RestOptions["every"]>;
  #stop: (() => void) | undefined;

  constructor({ maxAwake = Number.POSITIVE_INFINITY, every = quietly }: RestOptions = {}) {
    this.#maxAwake = maxAwake;
    this.#every = every;
  }

  /** How many lanes are awake. */
  get awake(): number {
    return this.#awake.size;
  }

  /** All of them, awake or not. */
  get sleepers(): readonly Sleeper[] {
    return [...this.#awake, ...this.#resting];
  }

  woke(sleeper: Sleeper): void {
    this.#resting.delete(sleeper);
    this.#awake.add(sleeper);
    if (this.#awake.size > this.#maxAwake) this.#restFirst(sleeper);
    this.#stop ??= this.#every(REST_AFTER_MS, () => this.look());
  }

  left(sleeper: Sleeper): void {
    this.#awake.delete(sleeper);
    this.#resting.delete(sleeper);
    this.#endWhenEmpty();
  }

  /** Lets those rest that were not used since the last look. */
  look(): void {
    for (const sleeper of this.#awake) if (!sleeper.wasUsed()) this.#rest(sleeper);
    this.#endWhenEmpty();
  }

  /** Tells whether it rests. */
  #rest(sleeper: Sleeper): boolean {
    if (!sleeper.rest()) return false;
    this.#awake.delete(sleeper);
    this.#resting.add(sleeper);
    return true;
  }

  #restFirst(but: Sleeper): void {
    for (const sleeper of this.#awake) if (sleeper !== but && this.#rest(sleeper)) return;
  }

  #endWhenEmpty(): void {
    if (this.#awake.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }
}

/** Keeps no process alive. */
function quietly(ms: number, look: () => void): () => void {
  const timer = setInterval(look, ms).unref();
  return () => clearInterval(timer);
}

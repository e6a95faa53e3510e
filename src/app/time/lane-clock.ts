import type { Instant } from "../../domain/money.js";
import type { Clock, Store } from "../ports/store.js";

/** `wall`: runs with real time, moved by an offset. `frozen`: stands until it is moved. */
export type ClockMode = "wall" | "frozen";

/** Where the clock is kept over restarts. */
export type ClockKeeper = Pick<Store, "keep" | "kept">;

type Kept = { readonly mode: "wall"; readonly offsetMs: number } | { readonly mode: "frozen"; readonly at: Instant };

const KEPT_AS = "clock";

/** The time of a lane. It only tells the time: what falls due by a move is for `clock-moves`. */
export class LaneClock implements Clock {
  /** Called after each change, so that a timer can look again. */
  onChange: (() => void) | undefined;
  readonly #watchers = new Set<() => void>();
  readonly #real: Clock;
  readonly #keeper: ClockKeeper | undefined;
  #state: Kept = { mode: "wall", offsetMs: 0 };
  /** Where the clock stands while a move walks from one due instant to the next. */
  #standing: Instant | undefined;

  constructor(real: Clock, keeper?: ClockKeeper) {
    this.#real = real;
    this.#keeper = keeper;
    const kept = keeper?.kept(KEPT_AS);
    if (kept !== undefined) this.#state = JSON.parse(kept) as Kept;
  }

  get mode(): ClockMode {
    return this.#state.mode;
  }

  now(): Instant {
    if (this.#standing !== undefined) return this.#standing;
    return this.#state.mode === "frozen" ? this.#state.at : this.#real.now() + this.#state.offsetMs;
  }

  /** Stops the clock, where it is or at `at`. */
  freeze(at: Instant = this.now()): void {
    this.#become({ mode: "frozen", at });
  }

  /** Puts the clock to an instant, also in the past; a running clock runs on from there. */
  set(at: Instant): void {
    this.#become(this.#at(at));
  }

  advance(byMs: number): void {
    this.set(this.now() + byMs);
  }

  /** Lets the clock run on from where it stands. */
  resume(): void {
    this.#become({ mode: "wall", offsetMs: this.now() - this.#real.now() });
  }

  /** Stands at an instant until the next change, whatever the mode; kept as if set there, so that a kill does not turn time back. */
  stand(at: Instant): void {
    this.#keep(this.#at(at));
    this.#standing = at;
  }

  /** Tells of each change from now on; the returned function ends it. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #at(at: Instant): Kept {
    return this.mode === "frozen" ? { mode: "frozen", at } : { mode: "wall", offsetMs: at - this.#real.now() };
  }

  #become(state: Kept): void {
    this.#standing = undefined;
    this.#keep(state);
    this.onChange?.();
    for (const watcher of this.#watchers) watcher();
  }

  #keep(state: Kept): void {
    this.#state = state;
    this.#keeper?.keep(KEPT_AS, JSON.stringify(state));
  }
}

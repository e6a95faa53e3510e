import { type Instant, later, latest } from "../../domain/money.js";
import type { ClockMode, ClockState, LaneState } from "../ports/lane-record.js";
import { laneState } from "../ports/reads.js";
import type { Changes, Transactions, Views, Work } from "../ports/store.js";

/** What a clock shows: the instant, and whether it moves by itself. */
export interface ClockReading {
  readonly now: Instant;
  readonly mode: ClockMode;
}

/** The time of a lane. It only tells and sets the time: what falls due by a move is for `clock-moves`. */
export class LaneClock {
  readonly #store: Transactions & { readonly views: Pick<Views, "lane"> };
  readonly #watchers = new Set<() => void>();

  constructor(store: Transactions & { readonly views: Pick<Views, "lane"> }) {
    this.#store = store;
  }

  async now(): Promise<Instant> {
    return (await this.#store.views.lane()).now;
  }

  async read(): Promise<ClockReading> {
    const { now, clock } = await this.#store.views.lane();
    return { now, mode: clock.mode };
  }

  /** Stops the clock, where it is or at `at`. */
  freeze(at?: Instant): Promise<void> {
    return this.#become(({ now }) => ({ mode: "frozen", at: at ?? now }));
  }

  /** Puts the clock to an instant, also in the past; a running clock runs on from there. */
  set(at: Instant): Promise<void> {
    return this.#become((state) => stateAt(state, at));
  }

  advance(byMs: number): Promise<void> {
    return this.#become((state) => stateAt(state, later(state.now, byMs)));
  }

  /** Lets the clock run on from where it stands. */
  resume(): Promise<void> {
    return this.#become((state) => ({ mode: "wall", offsetMs: state.now - state.realNow }));
  }

  /** Stands where it is, or at an instant to come, until the next change, whatever the mode; kept as if set there, so that a kill does not turn time back. */
  stand(at?: Instant): Promise<void> {
    return this.#become((state) => {
      const standingAt = latest(at ?? state.now, state.now);
      return { ...stateAt(state, standingAt), standingAt };
    });
  }

  /** Stands no more: goes on from `at`, or from where it is where that is later. */
  goOn(at?: Instant): Promise<void> {
    return this.#become((state) => stateAt(state, latest(at ?? state.now, state.now)));
  }

  /** Tells of each change from now on; the returned function ends it. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Tells the watchers of a commit that changed the clock; where it only stands for a while, nobody is told. */
  committed(changes: Changes | undefined): void {
    const clock = changes?.lane?.clock;
    if (clock && clock.standingAt === undefined) for (const watcher of this.#watchers) watcher();
  }

  #become(next: (state: LaneState) => ClockState): Promise<void> {
    return this.#store.transact(function* (): Work<void> {
      const state = yield* laneState();
      return { result: undefined, lane: { clock: next(state) } };
    });
  }
}

/** A clock of the same mode that shows `at` now. */
const stateAt = (state: LaneState, at: Instant): ClockState =>
  state.clock.mode === "frozen" ? { mode: "frozen", at } : { mode: "wall", offsetMs: at - state.realNow };

import { type Instant, later, latest } from "../../core/domain/money.js";
import {
  type ClockMode,
  type ClockState,
  type LaneState,
  MOVES_KEPT,
  type RecordedMove,
} from "../ports/lane-record.js";
import type { Changes, Transactions, UnitResult, Views } from "../ports/store.js";

/** A clock's reading: the instant, and whether the clock runs. */
export interface ClockReading {
  readonly now: Instant;
  readonly mode: ClockMode;
}

/** A lane's time. Only reads and sets it. The work that becomes due is run by `clock-moves`. */
export class LaneTime {
  readonly #store: Transactions & { readonly views: Pick<Views, "lane"> };
  readonly #watchers = new Set<() => void>();
  /** How many moves wait in this process for the one that is being made. */
  movesWaiting = 0;
  /** True if the move that is being made waited in vain for a handler while another move waited. */
  isHeldUp = false;

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

  /** The same, behind every commit that is under way, so that a later reading is never an earlier time. */
  readInTurn(): Promise<ClockReading> {
    return this.#store.transact((tx): UnitResult<ClockReading> => {
      const { now, clock } = tx.lane();
      return { result: { now, mode: clock.mode } };
    });
  }

  /** Stops the clock, at `at` if given. */
  freeze(at?: Instant): Promise<void> {
    return this.#become(({ now }) => ({ mode: "frozen", at: at ?? now }));
  }

  /** Sets the clock to an instant, which may be in the past. A running clock continues from there. */
  set(at: Instant): Promise<void> {
    return this.#become((state) => stateAt(state, at));
  }

  advance(byMs: number): Promise<void> {
    return this.#become((state) => stateAt(state, later(state.now, byMs)));
  }

  /** Lets the clock continue from its current instant. */
  resume(): Promise<void> {
    return this.#become((state) => ({ mode: "wall", offsetMs: state.now - state.realNow }));
  }

  /**
   * Stops the clock at its current or a later instant until the next change, in any mode. The stop is stored, so that
   * time can't go back if the process is killed.
   */
  stand(at?: Instant): Promise<void> {
    return this.#become((state) => {
      const standingAt = latest(at ?? state.now, state.now);
      return { ...stateAt(state, standingAt), standingAt };
    });
  }

  /** Ends a move: lets the clock run again, from `at` or its current instant, whichever is later. */
  goOn(at: Instant | undefined, move: Pick<RecordedMove, "action" | "from">): Promise<void> {
    return this.#store.transact((tx): UnitResult<void> => {
      const state = tx.lane();
      const end = latest(at ?? state.now, state.now);
      const before = state.clockMoves ?? [];
      const made = { n: (before.at(-1)?.n ?? 0) + 1, ...move, at: end, after: tx.fresh.lastExchange() };
      const clockMoves = [...before, made].slice(-MOVES_KEPT);
      return { result: undefined, lane: { clock: stateAt(state, end), clockMoves } };
    });
  }

  /** Calls `watcher` after each change. The returned function stops that. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Notifies watchers if a commit changed the clock. A short stop during a move isn't reported. */
  committed(changes: Changes | undefined): void {
    const clock = changes?.lane?.clock;
    if (clock && clock.standingAt === undefined) for (const watcher of this.#watchers) watcher();
  }

  #become(next: (state: LaneState) => ClockState): Promise<void> {
    return this.#store.transact((tx): UnitResult<void> => {
      const state = tx.lane();
      return { result: undefined, lane: { clock: next(state) } };
    });
  }
}

/** The state of a clock in the same mode that shows `at` now. */
const stateAt = (state: LaneState, at: Instant): ClockState =>
  state.clock.mode === "frozen" ? { mode: "frozen", at } : { mode: "wall", offsetMs: at - state.realNow };

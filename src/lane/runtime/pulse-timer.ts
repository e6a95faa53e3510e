import { beginningOfTime, earliest, endOfTime, type Instant, later } from "../../core/domain/money.js";
import { LaneGone } from "../ports/store-errors.js";
import { nextDue, pulse, type TimedLane } from "../time/pulse.js";

/** The longest delay that setTimeout supports, in milliseconds. */
const LONGEST_MS = 2_147_483_647;
/** How long to wait before retrying a failed pulse, in milliseconds. Doubles each time. */
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;
/** How soon to check again for due work that another process has claimed, in milliseconds. */
const OTHER_NODES_MS = 100;

/**
 * Runs a lane's due work in a running server: once at the start, then again at each due instant. Doesn't keep the
 * process alive.
 */
export class PulseTimer {
  readonly #lane: TimedLane;
  #timer: NodeJS.Timeout | undefined;
  /** The instant that the timer waits for. */
  #armedFor: Instant = endOfTime;
  #pulsing = false;
  /** The earliest instant for which it was woken during a pulse. The pulse may have read its plan before that. */
  #wokenFor: Instant = endOfTime;
  #stopped = false;
  /** How often the pulse has failed in a row. */
  #failures = 0;
  /** The clock's instant at the last check. Undefined while it runs. */
  #frozenAt: Instant | undefined;

  constructor(lane: TimedLane) {
    this.#lane = lane;
    lane.clock.watch(() => this.wake());
    lane.deliveries.onChange = () => this.wake();
  }

  /**
   * Checks again soon. Costs nothing if a check before `dueAt` is already planned, or if a frozen clock never reaches
   * it.
   */
  wake(dueAt: Instant = beginningOfTime): void {
    if (this.#pulsing) this.#wokenFor = earliest(this.#wokenFor, dueAt);
    else if (!this.#comesLater(dueAt)) this.#arm(0, beginningOfTime);
  }

  #comesLater(dueAt: Instant): boolean {
    return this.#stopped || dueAt >= this.#armedFor || (this.#frozenAt !== undefined && dueAt > this.#frozenAt);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #arm(waitMs: number, dueAt: Instant): void {
    clearTimeout(this.#timer);
    this.#armedFor = dueAt;
    this.#timer = setTimeout(() => void this.#pulse(), Math.min(waitMs, LONGEST_MS));
    this.#timer.unref();
  }

  async #pulse(): Promise<void> {
    this.#pulsing = true;
    this.#wokenFor = endOfTime;
    try {
      const now = await this.#lane.clock.now();
      await pulse(this.#lane, now);
      this.#succeeded();
      if (!this.#stopped) await this.#plan(now);
    } catch (error) {
      if (!this.#stopped) this.#failed(error);
    }
    this.#pulsing = false;
    this.wake(this.#wokenFor);
  }

  /**
   * Logs only the first failure and retries with growing delays, so that a full disk doesn't cause a busy loop. A lane
   * that another process has replaced is no failure: this process closes it when it is used next.
   */
  #failed(error: unknown): void {
    const { log, name } = this.#lane;
    if (this.#failures === 0 && !(error instanceof LaneGone))
      log.warn(`timer of lane ${name} failed and will be retried: ${String(error)}`);
    this.#arm(Math.min(FIRST_RETRY_MS * 2 ** this.#failures++, LAST_RETRY_MS), beginningOfTime);
  }

  #succeeded(): void {
    if (this.#failures > 0) this.#lane.log.info(`timer of lane ${this.#lane.name} works again`);
    this.#failures = 0;
  }

  /** A frozen clock plans nothing. A running one plans the next due instant. */
  async #plan(pulsedAt: Instant): Promise<void> {
    const { now, mode } = await this.#lane.clock.read();
    const due = await nextDue(this.#lane);
    this.#frozenAt = mode === "frozen" ? now : undefined;
    if (due === undefined || mode === "frozen") this.#armedFor = endOfTime;
    else if (due <= pulsedAt) this.#arm(OTHER_NODES_MS, later(now, OTHER_NODES_MS));
    else this.#arm(Math.max(due - now, 0), due);
  }
}

import { nextDue, pulse, type TimedLane } from "../app/time/pulse.js";
import { beginningOfTime, earliest, endOfTime, type Instant, later } from "../domain/money.js";

/** The longest wait that setTimeout takes, in milliseconds. */
const LONGEST_MS = 2_147_483_647;
/** Until a pulse that failed is tried again, in milliseconds; it doubles each time. */
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;
/** Until it is looked again at what is due and another process has for itself, in milliseconds. */
const ELSEWHERE_MS = 100;

/** Pulses a lane of a running server: once for what is due, then again at the next due instant. Keeps no process alive. */
export class PulseTimer {
  readonly #lane: TimedLane;
  #timer: NodeJS.Timeout | undefined;
  /** The instant that the timer waits for. */
  #armedFor: Instant = endOfTime;
  #pulsing = false;
  /** The earliest instant that it was woken for while it pulsed: what is planned may have been read before. */
  #wokenFor: Instant = endOfTime;
  #stopped = false;
  /** How often the pulse failed in a row. */
  #failures = 0;
  /** Where the clock stood when it was last looked at; undefined while it runs. */
  #frozenAt: Instant | undefined;

  constructor(lane: TimedLane) {
    this.#lane = lane;
    lane.clock.watch(() => this.wake());
    lane.deliveries.onChange = () => this.wake();
  }

  /** Looks again, soon. Where `dueAt` is given, and a look before it is planned or a frozen clock never gets there, this costs nothing. */
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

  /** Said once, and tried again after a while that grows: a full disk must not make a busy loop. */
  #failed(error: unknown): void {
    const { log, name } = this.#lane;
    if (this.#failures === 0) log.warn(`pulse of lane ${name} failed, and is tried again: ${String(error)}`);
    this.#arm(Math.min(FIRST_RETRY_MS * 2 ** this.#failures++, LAST_RETRY_MS), beginningOfTime);
  }

  #succeeded(): void {
    if (this.#failures > 0) this.#lane.log.info(`pulse of lane ${this.#lane.name} works again`);
    this.#failures = 0;
  }

  /** A frozen clock brings nothing by itself; a running one does, at the next due instant. */
  async #plan(pulsedAt: Instant): Promise<void> {
    const { now, mode } = await this.#lane.clock.read();
    const due = await nextDue(this.#lane);
    this.#frozenAt = mode === "frozen" ? now : undefined;
    if (due === undefined || mode === "frozen") this.#armedFor = endOfTime;
    else if (due <= pulsedAt) this.#arm(ELSEWHERE_MS, later(now, ELSEWHERE_MS));
    else this.#arm(Math.max(due - now, 0), due);
  }
}

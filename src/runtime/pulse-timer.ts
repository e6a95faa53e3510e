import { nextDue, pulse, type TimedLane } from "../app/time/pulse.js";

/** The longest wait that setTimeout takes, in milliseconds. */
const LONGEST_MS = 2_147_483_647;

/** Pulses a lane of a running server: once for what is due, then again at the next due instant. Keeps no process alive. */
export class PulseTimer {
  readonly #lane: TimedLane;
  #timer: NodeJS.Timeout | undefined;
  /** The instant that the timer waits for. */
  #armedFor = Number.POSITIVE_INFINITY;
  #pulsing = false;
  #again = false;
  #stopped = false;
  /** Where the clock stood when it was last looked at; undefined while it runs. */
  #frozenAt: number | undefined;

  constructor(lane: TimedLane) {
    this.#lane = lane;
    lane.clock.watch(() => this.wake());
    lane.deliveries.onChange = () => this.wake();
  }

  /** Looks again, soon. Where `dueAt` is given, and a look before it is planned or a frozen clock never gets there, this costs nothing. */
  wake(dueAt: number = Number.NEGATIVE_INFINITY): void {
    if (this.#stopped || dueAt >= this.#armedFor || (this.#frozenAt !== undefined && dueAt > this.#frozenAt)) return;
    if (this.#pulsing) this.#again = true;
    else this.#arm(0, Number.NEGATIVE_INFINITY);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #arm(waitMs: number, dueAt: number): void {
    clearTimeout(this.#timer);
    this.#armedFor = dueAt;
    this.#timer = setTimeout(() => void this.#pulse(), Math.min(waitMs, LONGEST_MS));
    this.#timer.unref();
  }

  async #pulse(): Promise<void> {
    this.#pulsing = true;
    this.#again = false;
    try {
      await pulse(this.#lane, await this.#lane.clock.now());
      if (!this.#stopped) await this.#plan();
    } catch (defect) {
      if (!this.#stopped) this.#lane.log.warn(`pulse of lane ${this.#lane.name} failed: ${String(defect)}`);
    }
    this.#pulsing = false;
    if (this.#again && !this.#stopped) this.#arm(0, Number.NEGATIVE_INFINITY);
  }

  /** A frozen clock brings nothing by itself; a running one does, at the next due instant. */
  async #plan(): Promise<void> {
    const { now, mode } = await this.#lane.clock.read();
    const due = await nextDue(this.#lane);
    this.#frozenAt = mode === "frozen" ? now : undefined;
    if (due === undefined || mode === "frozen") this.#armedFor = Number.POSITIVE_INFINITY;
    else this.#arm(Math.max(due - now, 0), due);
  }
}

import type { Instant } from "../../domain/money.js";
import type { Store } from "../ports/store.js";

/** Something that a scenario wants later, as plain data: it outlives a restart and goes with a snapshot. */
export interface ScheduledTask {
  readonly at: Instant;
  /** What the inspection and the clock's answer call it, such as `page`. */
  readonly kind: string;
  readonly orderId: number;
  /** For the one who keeps the appointment. */
  readonly what: unknown;
}

const KEPT_AS = "schedule";

/** What of a lane waits for an instant besides expiries and notifications; of one instant, first come first served. */
export class Schedule {
  /** Called when an appointment was made, so that a timer can look again. */
  onChange: (() => void) | undefined;
  readonly #store: Pick<Store, "keep" | "kept">;
  readonly #keep: (task: ScheduledTask) => Promise<void>;
  #waiting: ScheduledTask[];

  /** `keep` does what was wanted when its instant has come. */
  constructor(store: Pick<Store, "keep" | "kept">, keep: (task: ScheduledTask) => Promise<void>) {
    this.#store = store;
    this.#keep = keep;
    this.#waiting = JSON.parse(store.kept(KEPT_AS) ?? "[]");
  }

  add(task: ScheduledTask): void {
    const before = this.#waiting.findIndex(({ at }) => at > task.at);
    this.#waiting.splice(before === -1 ? this.#waiting.length : before, 0, task);
    this.#write();
    this.onChange?.();
  }

  nextDue(): Instant | undefined {
    return this.#waiting[0]?.at;
  }

  /** Keeps all tasks up to `now`, one after another. One that was begun is not begun again. */
  async run(now: Instant): Promise<readonly ScheduledTask[]> {
    const kept: ScheduledTask[] = [];
    for (;;) {
      const first = this.#waiting[0];
      if (!first || first.at > now) return kept;
      this.#waiting.shift();
      this.#write();
      await this.#keep(first);
      kept.push(first);
    }
  }

  clear(): void {
    this.#waiting = [];
    this.#write();
  }

  #write(): void {
    this.#store.keep(KEPT_AS, JSON.stringify(this.#waiting));
  }
}

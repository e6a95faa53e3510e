import type { Deliveries } from "../notifications/deliveries.js";
import type { OutboxEntry } from "../ports/outbox.js";

/**
 * Holds back a call's notifications from its commit until its answer was sent, even if another task claims due
 * notifications in between.
 */
export class HeldNotifications {
  readonly #deliveries: Pick<Deliveries, "answering">;
  #release: (() => void) | undefined;

  constructor(deliveries: Pick<Deliveries, "answering">) {
    this.#deliveries = deliveries;
  }

  /** Call inside the unit of work. Returns the function that releases them, or undefined if there are none. */
  hold([first]: readonly OutboxEntry[]): (() => void) | undefined {
    if (first) this.#release = this.#deliveries.answering(first.causedBy);
    return this.#release;
  }

  /** Releases the notifications of a unit of work that did not commit. */
  release(): void {
    this.#release?.();
    this.#release = undefined;
  }
}

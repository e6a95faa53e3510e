import type { OutboxEntry } from "../ports/outbox.js";

/** Holds notifications back until the answer of the call that caused them was sent or cut. */
export class UntilAnswered {
  /** By exchange. */
  readonly #waiting = new Map<number, (() => void)[]>();
  readonly #ids = new Set<number>();

  /** Holds back the notifications of an exchange. The returned function lets them go. */
  hold(exchangeId: number): () => void {
    const waiting: (() => void)[] = [];
    this.#waiting.set(exchangeId, waiting);
    return () => {
      // After a failed commit, another exchange may get this id.
      if (this.#waiting.get(exchangeId) === waiting) this.#waiting.delete(exchangeId);
      for (const go of waiting.splice(0)) go();
    };
  }

  /** Calls `go` now, or once the notification's call was answered. */
  pass({ id, causedBy, effects, attemptCount }: OutboxEntry, go: () => void): void {
    const waiting = effects.before === "answer" || attemptCount > 0 ? undefined : this.#waiting.get(causedBy);
    if (!waiting) {
      go();
      return;
    }
    this.#ids.add(id);
    waiting.push(() => {
      this.#ids.delete(id);
      go();
    });
  }

  /** True if this notification is held back. */
  holds(id: number): boolean {
    return this.#ids.has(id);
  }
}

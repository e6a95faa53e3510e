// The room `notifications`: what is told to a shop. Notifications are frozen in the commit of their cause, delivered
// in order, and tried again.

import { type Instant, later } from "../../domain/money.js";
import { retryDelaysMs } from "../../facts/retries.js";
import { inForce } from "../choices.js";
import { messageOf } from "../ports/log.js";
import type { Delivery } from "../ports/notifier.js";
import type { OutboxEntry } from "../ports/outbox.js";
import type { NextAttempt } from "../ports/store.js";
import type { Tried } from "./companions.js";
import type { DeliveryLane } from "./delivery-lane.js";

/** Real time until an attempt that could not be recorded is written again; it doubles each time. */
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;

/** A try that was made and is to be recorded. */
export interface Made {
  readonly entry: OutboxEntry;
  readonly at: Instant;
  readonly delivery: Delivery;
}

/** What decides where an attempt leaves a notification. */
interface Judged {
  readonly entry: Pick<Tried, "attemptCount" | "effects">;
  readonly delivery: Delivery;
}

/** Keeps the attempts that were made, each once: where the store cannot write, one waits in memory and is tried again. */
export class AttemptRecords {
  readonly #lane: DeliveryLane;
  /** Told of each that is kept; never rejects. */
  readonly #kept: (made: Made, next: NextAttempt) => Promise<void>;
  #closed = false;
  /** The store could not write the last one: said once, until it can. */
  #cannotWrite = false;

  constructor(lane: DeliveryLane, kept: (made: Made, next: NextAttempt) => Promise<void>) {
    this.#lane = lane;
    this.#kept = kept;
  }

  /** The lane is going, and has no place for them any more. */
  close(): void {
    this.#closed = true;
  }

  /** Resolves when it is kept, and was told of, or waits to be tried again. Never rejects. */
  async keep(made: Made, retryMs = FIRST_RETRY_MS): Promise<void> {
    if (this.#closed) return;
    let next: NextAttempt;
    let isKept: boolean;
    try {
      next = await this.nextOf(made);
      isKept = await this.#write(made, next);
    } catch (error) {
      if (this.#closed) return;
      this.#notWritten(error);
      const again = () => void this.keep(made, Math.min(retryMs * 2, LAST_RETRY_MS));
      setTimeout(again, retryMs).unref();
      return;
    }
    this.#written();
    // Another process that took the claim over records its own attempt.
    if (isKept) await this.#kept(made, next);
  }

  /** Where an attempt leaves the notification: a retry waits from now on, whenever it could be written. */
  async nextOf({ entry, delivery }: Judged): Promise<NextAttempt> {
    if (delivery.verdict !== "failed") return { state: delivery.verdict, dueAt: null };
    // A forger does not try again.
    if (entry.effects.isBeside) return { state: "gave-up", dueAt: null };
    const { policy } = await inForce(this.#lane);
    const waitMs = retryDelaysMs[policy["retry-schedule"]][entry.attemptCount];
    if (waitMs === undefined) return { state: "gave-up", dueAt: null };
    return { state: "due", dueAt: later(await this.#lane.clock.now(), waitMs) };
  }

  async #write({ entry, at, delivery }: Made, next: NextAttempt): Promise<boolean> {
    const { verdict, request, status, body, durationMs, why } = delivery;
    const n = entry.attemptCount + 1;
    if (verdict === "held") return this.#lane.store.requeue(entry.id, next);
    return this.#lane.store.attempted(entry.id, { n, at, request, status, body, durationMs, why }, next);
  }

  #notWritten(error: unknown): void {
    if (!this.#cannotWrite)
      this.#lane.log.warn(`attempts of notifications cannot be written, and are tried again: ${messageOf(error)}`);
    this.#cannotWrite = true;
  }

  #written(): void {
    if (this.#cannotWrite) this.#lane.log.info("attempts of notifications are written again");
    this.#cannotWrite = false;
  }
}

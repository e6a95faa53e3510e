// The room `notifications`: a notification is frozen in the commit of its cause, delivered in order, and retried.

import { type Instant, later } from "../../core/domain/money.js";
import { retryDelaysMs } from "../../core/facts/retries.js";
import { inForce } from "../choices.js";
import { messageOf } from "../ports/log.js";
import type { Delivery } from "../ports/notifier.js";
import type { OutboxEntry } from "../ports/outbox.js";
import type { NextAttempt } from "../ports/store.js";
import type { DeliveryLane } from "./delivery-lane.js";
import type { AttemptedNotification } from "./follow-ups.js";

/** How long to wait in real time before writing an attempt's record again. The wait doubles each time. */
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;

/** An attempt that was made and has to be recorded. */
export interface Made {
  readonly entry: OutboxEntry;
  readonly at: Instant;
  readonly delivery: Delivery;
}

/** The inputs of a notification's state after an attempt. */
interface Judged {
  readonly entry: Pick<AttemptedNotification, "attemptCount" | "effects">;
  readonly delivery: Delivery;
}

/** Records each attempt once. If the store cannot write, the record waits in memory and is retried. */
export class AttemptRecords {
  readonly #lane: DeliveryLane;
  /** Called for each recorded attempt. Never rejects. */
  readonly #kept: (made: Made, next: NextAttempt) => Promise<void>;
  #closed = false;
  /** True if the last write failed. The log says so once, until a write succeeds. */
  #cannotWrite = false;

  constructor(lane: DeliveryLane, kept: (made: Made, next: NextAttempt) => Promise<void>) {
    this.#lane = lane;
    this.#kept = kept;
  }

  /** The lane is being closed: later attempts are not recorded. */
  close(): void {
    this.#closed = true;
  }

  /**
   * Resolves once the attempt is recorded and announced. If writing fails, it still resolves, and a timer retries.
   * Never rejects.
   */
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
    // If another process has taken over the claim, it records its own attempt instead.
    if (isKept) await this.#kept(made, next);
  }

  /** The notification's state after an attempt. A retry's delay counts from the moment of recording. */
  async nextOf({ entry, delivery }: Judged): Promise<NextAttempt> {
    if (delivery.verdict !== "failed") return { state: delivery.verdict, dueAt: null };
    if (entry.effects.wasAcknowledged) return { state: "acknowledged", dueAt: null };
    if (delivery.isGivenUp) return { state: "due", dueAt: await this.#lane.clock.now() };
    // A forged notification isn't retried, because its sender wouldn't know.
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
    if (!this.#cannotWrite) this.#lane.log.warn(`cannot write notification attempts, retrying: ${messageOf(error)}`);
    this.#cannotWrite = true;
  }

  #written(): void {
    if (this.#cannotWrite) this.#lane.log.info("writing notification attempts works again");
    this.#cannotWrite = false;
  }
}

import type { Policy } from "../../core/facts/assumptions.js";
import { attemptCure, failures } from "../ports/attempt-failures.js";
import { concernsGates } from "../ports/hear-change.js";
import { type HeldAnswer, heldIn } from "../ports/held-answer.js";
import { messageOf } from "../ports/log.js";
import { type Delivery, type Notifier, nothingSent } from "../ports/notifier.js";
import type { OutboxEntry } from "../ports/outbox.js";
import type { DeliveryLane } from "./delivery-lane.js";

/** The longest delay of a timer. The attempt always ends first. */
const NEVER_MS = 2_147_483_647;

/** Sends one attempt at a time of a notification. A rule can make it give up, as if the attempt had timed out. */
export class AttemptSender {
  readonly #lane: DeliveryLane;
  readonly #notifier: Notifier;
  readonly #watchers = new Set<(entry: OutboxEntry) => void>();
  /** By notification: the first attempts that can be given up. */
  readonly #givingUp = new Map<number, AbortController>();

  constructor(lane: DeliveryLane, notifier: Notifier) {
    this.#lane = lane;
    this.#notifier = notifier;
  }

  /** Calls `watcher` just before each attempt. The returned function stops it. */
  watch(watcher: (entry: OutboxEntry) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Never rejects. If the notifier throws, for example because its key cannot be read, the attempt has failed. */
  async send(entry: OutboxEntry, policy: Policy): Promise<Delivery> {
    try {
      const delivery = await this.#send(entry, policy);
      return this.#lane.clock.movesWaiting > 0 ? besideMove(delivery) : delivery;
    } catch (error) {
      return { ...nothingSent, verdict: "failed", why: `not sent: ${messageOf(error)}` };
    }
  }

  async #send(entry: OutboxEntry, policy: Policy): Promise<Delivery> {
    for (const watcher of this.#watchers) watcher(entry);
    const { effects, attemptCount, id } = entry;
    if (effects.giveUp === undefined || attemptCount > 0) return this.#notifier.deliver(entry, policy);
    const givingUp = new AbortController();
    this.#givingUp.set(id, givingUp);
    try {
      return await untilHeld(this.#lane, entry, givingUp, () => this.#notifier.deliver(entry, policy, givingUp.signal));
    } finally {
      this.#givingUp.delete(id);
    }
  }

  /** False if no attempt that can be given up is under way. */
  giveUp(id: number): boolean {
    const givingUp = this.#givingUp.get(id);
    givingUp?.abort();
    return givingUp !== undefined;
  }
}

/** If the shop took too long: names the move of the clock that waited meanwhile, because the handler may have asked for it. */
function besideMove(delivery: Delivery): Delivery {
  if (!delivery.why?.includes(failures.slow) && !delivery.why?.includes(failures.unended)) return delivery;
  const why = `${delivery.why}, ${failures.movesClock}`;
  return { ...delivery, why, advice: attemptCure({ ...delivery, why }) };
}

/**
 * Makes an attempt, and gives it up once a gate holds a call about the same order: its handler is then running and
 * waiting. Ignores answers that were held before the attempt.
 */
async function untilHeld(
  lane: DeliveryLane,
  entry: OutboxEntry,
  givingUp: AbortController,
  deliver: () => Promise<Delivery>,
): Promise<Delivery> {
  const held = async () => heldIn(await lane.store.views.lane());
  const before = new Set((await held()).map(({ exchangeId }) => exchangeId));
  const isOfHandler = ({ exchangeId, orderId }: HeldAnswer): boolean =>
    !before.has(exchangeId) && (orderId === undefined || entry.orderId === undefined || orderId === entry.orderId);
  const look = async () => ((await held()).some(isOfHandler) ? true : undefined);
  const over = new AbortController();
  lane.waiting
    .until(look, NEVER_MS, { signal: over.signal, concerns: concernsGates })
    .then((isHeld) => isHeld && givingUp.abort())
    // The gate could not be read, so the attempt goes on to its own end.
    .catch(() => {});
  try {
    return await deliver();
  } finally {
    over.abort();
  }
}

import { type HeldAnswer, heldIn } from "../ports/held-answer.js";
import type { Delivery } from "../ports/notifier.js";
import type { OutboxEntry } from "../ports/outbox.js";
import type { DeliveryLane } from "./delivery-lane.js";

/** The longest delay of a timer. The attempt always ends first. */
const NEVER_MS = 2_147_483_647;

/**
 * Makes an attempt, and gives it up once a gate holds a call about the same order: its handler is then running and
 * waiting. Ignores answers that were held before the attempt.
 */
export async function untilHeld(
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
    .until(look, NEVER_MS, over.signal)
    .then((isHeld) => isHeld && givingUp.abort())
    // The gate could not be read, so the attempt goes on to its own end.
    .catch(() => {});
  try {
    return await deliver();
  } finally {
    over.abort();
  }
}

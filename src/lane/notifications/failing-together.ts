import type { Instant } from "../../core/domain/money.js";
import { type Delivery, nothingSent } from "../ports/notifier.js";
import type { NextAttempt } from "../ports/store.js";
import type { Attempted, DeliveryLane } from "./delivery-lane.js";
import type { HostQueue, Ticket } from "./host-queue.js";

/** How many waiting notifications may fail because of one refused connection. After that, the host is tried again. */
const AT_ONCE = 500;

/** A refused connection, and the notifications that wait for the same host. */
interface Refused {
  readonly host: string;
  readonly queue: HostQueue;
  readonly at: Instant;
  readonly delivery: Delivery;
  /** The next state of a notification after this many attempts. */
  readonly nextAfter: (attempts: number) => Promise<NextAttempt>;
}

/**
 * If nothing listens on a host, its waiting notifications fail too. Otherwise an offline shop could cost a hundred
 * thousand signatures and calls at each retry. Returns the notifications that failed. Never throws.
 */
export async function failTogether(lane: DeliveryLane, refused: Refused): Promise<readonly Attempted[]> {
  const waiting = refused.queue.takePlain(AT_ONCE);
  const attempted: Attempted[] = [];
  for (const [attempts, tickets] of Map.groupBy(waiting, (ticket) => ticket.attempts))
    try {
      attempted.push(...(await recordTogether(lane, refused, attempts, tickets)));
      refused.queue.finished(tickets);
    } catch {
      // If the failure cannot be recorded now, the notifications are sent as usual.
      refused.queue.putBack(tickets);
    }
  return attempted;
}

async function recordTogether(
  { store, log }: DeliveryLane,
  { host, at, delivery: { why }, nextAfter }: Refused,
  attempts: number,
  tickets: readonly Ticket[],
): Promise<readonly Attempted[]> {
  const n = attempts + 1;
  const next = await nextAfter(attempts);
  const ids = tickets.map(({ id }) => id);
  const kept = new Set(await store.attemptedTogether(ids, { n, at, ...nothingSent, why }, next));
  const line = `${kept.size} more notifications to ${host} failed with it: ${why}`;
  if (n > 1 && next.state === "due") log.debug(line, { attempt: n });
  else log.warn(line, { attempt: n });
  return tickets
    .filter(({ id }) => kept.has(id))
    .map(({ id, orderId, reference }) => ({
      kind: "notification",
      ...{ at, id, orderId, merchantReference: reference, attempt: n, status: null, why, state: next.state },
    }));
}

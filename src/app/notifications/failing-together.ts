import type { Instant } from "../../domain/money.js";
import type { Delivery } from "../ports/notifier.js";
import type { NextAttempt } from "../ports/store.js";
import type { Attempted, DeliveryLane } from "./delivery-lane.js";
import type { HostQueue, Ticket } from "./host-queue.js";

/** So many wait for one refused connection at most: then it is tried again. */
const AT_ONCE = 500;

/** A connection that was refused, and those that wait to be sent to the same host. */
interface Refused {
  readonly host: string;
  readonly queue: HostQueue;
  readonly at: Instant;
  readonly delivery: Delivery;
  /** Where that attempt leaves a notification that had so many before. */
  readonly nextAfter: (attempts: number) => Promise<NextAttempt>;
}

/**
 * Where nothing listens, the notifications that wait for that host have failed too: a hundred thousand for a shop that is
 * down would else be signed and sent one by one, at each of their retries. Tells of those that have failed. Never throws.
 */
export async function failTogether(lane: DeliveryLane, refused: Refused): Promise<readonly Attempted[]> {
  const waiting = refused.queue.takePlain(AT_ONCE);
  const attempted: Attempted[] = [];
  for (const [attempts, tickets] of Map.groupBy(waiting, (ticket) => ticket.attempts))
    try {
      attempted.push(...(await recordTogether(lane, refused, attempts, tickets)));
      refused.queue.finished(tickets);
    } catch {
      // What cannot be written now is sent as if nothing were known of its host.
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
  const record = { n, at, request: "", status: null, body: "", durationMs: 0, why };
  const kept = new Set(
    await store.attemptedTogether(
      tickets.map(({ id }) => id),
      record,
      next,
    ),
  );
  const line = `${kept.size} more notifications to ${host} failed with it: ${why}`;
  if (n > 1 && next.state === "due") log.debug(line, { attempt: n });
  else log.warn(line, { attempt: n });
  return tickets
    .filter(({ id }) => kept.has(id))
    .map(({ id, orderId }) => ({
      kind: "notification",
      ...{ at, id, orderId, attempt: n, status: null, why, state: next.state },
    }));
}

import type { Reply } from "../../app/journal/reply.js";
import type { Lane } from "../../app/lane.js";
import { readRequestId } from "../../app/ports/exchange.js";
import type { Arrival, Resend } from "../../app/ports/explanation.js";

/** An answer that its client did not get. */
interface LostAnswer extends Omit<Resend, "afterMs"> {
  readonly lostAt: number;
}

/** How long the same bytes count as the same call, in milliseconds of real time. */
const RESEND_MAX_MS = 10_000;
const KEPT_MAX = 1000;

/** By lane, the lost answers by what was asked, oldest first. */
const lostAnswers = new WeakMap<Lane, Map<string, LostAnswer>>();

const keyOf = (operation: string, { hash }: Arrival): string => `${operation} ${hash}`;

/** Replies whose loss is known. A client that leaves is noticed twice. */
const known = new WeakSet<Reply>();

/** Call once an answer is lost: its connection was cut, another answer replaced it, or its client left. */
export function answerLost(lane: Lane, reply: Reply): void {
  const { operation, arrival, requestId, fault } = reply;
  if (!arrival || known.has(reply)) return;
  known.add(reply);
  const lost = lostAnswers.get(lane) ?? new Map<string, LostAnswer>();
  lostAnswers.set(lane, lost);
  const [oldest] = lost.keys();
  if (lost.size >= KEPT_MAX && oldest !== undefined) lost.delete(oldest);
  lost.set(keyOf(operation, arrival), { of: readRequestId(requestId)!, lostAt: performance.now(), fault });
}

/** The lost call that these bytes repeat, if there is one. Each lost call is repeated once. */
export function resendIn(lane: Lane, operation: string, arrival: Arrival | undefined): Resend | undefined {
  const lost = arrival && lostAnswers.get(lane);
  if (!lost) return undefined;
  const key = keyOf(operation, arrival);
  const found = lost.get(key);
  if (!found) return undefined;
  lost.delete(key);
  const { lostAt, ...resend } = found;
  const afterMs = Math.max(0, Math.round(performance.now() - lostAt));
  return afterMs > RESEND_MAX_MS ? undefined : { ...resend, afterMs };
}

import type { Instant } from "../../core/domain/money.js";
import type { Order } from "../../core/domain/order.js";
import type { Log } from "../ports/log.js";
import { type Delivery, notAllowed } from "../ports/notifier.js";
import type { NotificationState, OutboxEntry } from "../ports/outbox.js";

/** One log line, after the commit, for a paid order whose shop won't be notified automatically. */
export function describeFrozen(log: Log, order: Order, entries: readonly OutboxEntry[]): void {
  const who = { orderId: order.id, merchantReference: order.reference };
  if (entries.length === 0)
    log.info(`order ${order.id} is paid, but no notification is sent: it has no callbackUrl.notify`, who);
  for (const entry of entries) {
    if (entry.state === "due") continue;
    const line = `notification ${entry.id} of order ${order.id} ${entry.state}: ${entry.note}`;
    // Shops give addresses such as app://… on purpose, so these appear only in the debug log.
    if (entry.state === "refused") log.debug(`${line} (${entry.url})`, who);
    else log.info(line, who);
  }
}

/** Explains why a notification waits or was not sent. Undefined if nothing stops it. */
export function noteOf({
  note,
  state,
  url,
  effects,
}: Pick<OutboxEntry, "note" | "state" | "url" | "effects">): string | undefined {
  if (state === "held" && !effects.hold) return notAllowed(new URL(url).hostname);
  return state === "due" || state === "acknowledged" ? undefined : note;
}

interface DeliveryFacts {
  readonly entry: OutboxEntry;
  readonly delivery: Delivery;
  readonly n: number;
  readonly next: { readonly state: NotificationState; readonly dueAt: Instant | null };
  readonly now: Instant;
}

/** Logs a notification that did not arrive: once when it first fails, and once when it is given up. */
export function describeDelivery(log: Log, { entry, delivery, n, next, now }: DeliveryFacts): void {
  const facts = { notification: entry.id, orderId: entry.orderId, attempt: n, status: delivery.status };
  if (next.state === "acknowledged" && delivery.why === null) {
    log.debug(`notification ${entry.id} acknowledged by ${entry.url}`, facts);
    return;
  }
  const { advice } = delivery;
  const line = `${sentence(entry, delivery, n, next.state)}${comesAgain(next.dueAt, now)}`;
  const text = advice === undefined ? line : `${line}. ${advice}`;
  if (n > 1 && next.state === "due") log.debug(text, facts);
  else if (isRightlyRefused(entry, delivery)) log.info(text, facts);
  else log.warn(text, facts);
}

const isRightlyRefused = ({ effects }: OutboxEntry, { status }: Delivery): boolean =>
  effects.forge !== undefined && status !== null;

function sentence(entry: OutboxEntry, delivery: Delivery, n: number, state: NotificationState): string {
  const { id, url } = entry;
  const { why } = delivery;
  if (isRightlyRefused(entry, delivery)) return `notification ${id} to ${url} was ${why}`;
  if (state === "held" || state === "refused") return `notification ${id} to ${url} ${state}: ${why}`;
  if (state === "gave-up")
    return `notification ${id} to ${url} given up after ${n === 1 ? "1 attempt" : `${n} attempts`}: ${why}`;
  return `notification ${id} to ${url} failed: ${why}`;
}

const comesAgain = (dueAt: Instant | null, now: Instant): string =>
  dueAt === null ? "" : `; next try in ${(dueAt - now) / 1000} s on the lane's clock`;

import type { Order } from "../../core/domain/order.js";
import type { Redirects } from "../../core/domain/parameters.js";
import { journalEvent } from "../journal/journal-event.js";
import type { Lane } from "../lane.js";

const OPERATION = "checkout/return";

/**
 * Opens one of the order's addresses as the shopper's browser would. The journal records the outcome. Does nothing
 * without an address.
 */
export async function visit(lane: Lane, order: Order, to: keyof Redirects): Promise<void> {
  const url = order.options.callbackUrl?.[to];
  if (url === undefined) return;
  const status = await lane.open(url);
  const { id: orderId, merchantId, reference } = order;
  const subject = { operation: OPERATION, merchantId: String(merchantId), merchantReference: reference, orderId };
  await lane.store.transact((tx) => journalEvent({ subject, request: { to, url }, body: { to, status } }, tx));
}

/**
 * Lets the shopper's browser return before or after a payment's notifications. Call the returned function instead of
 * their release. It resolves once all have happened.
 */
export function visiting(
  lane: Lane,
  order: Order,
  visits: readonly { readonly to: keyof Redirects; readonly at: string }[],
  notices: { readonly ids: readonly number[]; readonly release: (() => void) | undefined },
): () => Promise<void> {
  const those = async (at: string): Promise<void> => {
    for (const one of visits) if (one.at === at) await visit(lane, order, one.to);
  };
  const notComing = (error: unknown): void =>
    lane.log.warn(`the shopper's browser did not come back: ${String(error)}`);
  const go = async (): Promise<void> => {
    await those("before-notice").catch(notComing);
    notices.release?.();
    await lane.deliveries.deliverNow(notices.ids);
    await those("after-notice");
  };
  // Whoever moves the clock or ends the run waits until the shopper has returned.
  return () => {
    const going = go().catch(notComing);
    lane.deliveries.accompany(going);
    return going;
  };
}

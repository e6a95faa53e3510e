import type { Order } from "../../core/domain/order.js";
import type { Redirects } from "../../core/domain/parameters.js";
import { SUCCESS_CODE } from "../../core/facts/codes.js";
import { journalCall } from "../journal/journal-call.js";
import type { Lane } from "../lane.js";
import type { Tx, UnitResult } from "../ports/store.js";

const OPERATION = "checkout/return";

/**
 * Opens one of the order's addresses as the shopper's browser would. The journal records the outcome. Does nothing
 * without an address.
 */
export async function visit(lane: Lane, order: Order, to: keyof Redirects): Promise<void> {
  const url = order.options.callbackUrl?.[to];
  if (url === undefined) return;
  const status = await lane.open(url);
  await lane.store.transact((tx) => noted(order, { to, url, status }, tx));
}

function noted(
  { id: orderId, merchantId, reference }: Order,
  { to, url, status }: { readonly to: string; readonly url: string; readonly status: number | null },
  tx: Tx,
): UnitResult<void> {
  const state = tx.lane();
  const subject = { operation: OPERATION, merchantId: String(merchantId), merchantReference: reference, orderId };
  const { exchange } = journalCall(state, {
    id: tx.fresh.exchangeId(),
    call: { request: JSON.stringify({ to, url }) },
    subject,
    answer: { http: 200, responseCode: SUCCESS_CODE, body: JSON.stringify({ to, status }), assumed: [] },
    result: { kind: "done" },
  });
  return { result: undefined, exchange };
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

import type { Order } from "../../../domain/order.js";
import type { Lane } from "../../lane.js";
import { forbiddenIn } from "../forbidden.js";
import { iso, ledgerLineJson, notificationJson, orderSummary, transactionsOf } from "../order-json.js";
import type { OrderDetails, TimelineEntry } from "../schemas/order-schema.js";
import { spansAmong } from "./spans-among.js";

/** Everything known about an order, with its history. */
export async function wholeOrder(lane: Lane, order: Order): Promise<OrderDetails> {
  const { views } = lane.store;
  const now = await lane.clock.now();
  const notifications = (await views.notifications({ orderId: order.id })).map(notificationJson);
  // Ordered by id, oldest first, because on a frozen clock all instants may be equal.
  const requests = (await views.exchanges({ orderId: order.id, limit: 1000 })).toReversed();
  const timeline: TimelineEntry[] = [
    ...requests.map((e) => ({
      at: iso(e.at),
      what: e.operation,
      requestId: `req-${e.id}`,
      responseCode: e.responseCode,
      why: forbiddenIn(e)?.why,
    })),
    ...(order.closedAt === undefined ? [] : [{ at: iso(order.closedAt), what: "expired" as const }]),
    ...(order.settledAt === undefined ? [] : [{ at: iso(order.settledAt), what: "settled" as const }]),
    ...notifications.toReversed().flatMap((n) =>
      n.attempts.map(({ at, status, why }) => ({
        at,
        what: "notification" as const,
        notificationId: n.id,
        status,
        why,
      })),
    ),
  ];
  const spans = spansAmong(requests, lane.shopSpans);
  timeline.push(...spans.entries);
  const rank = (entry: TimelineEntry): number => ("spanId" in entry ? (spans.callers.has(entry) ? -1 : 1) : 0);
  timeline.sort((a, b) => a.at.localeCompare(b.at) || rank(a) - rank(b));
  return {
    order: orderSummary(order, now),
    checkoutUrl: order.session === "" ? undefined : `${lane.baseUrl}/checkout/${order.session}`,
    transactions: transactionsOf(order),
    ledger: (await views.ledger({ orderId: order.id })).map(ledgerLineJson),
    notifications,
    timeline,
  };
}

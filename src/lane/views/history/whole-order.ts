import type { Instant } from "../../../core/domain/money.js";
import type { Order, OrderStatus } from "../../../core/domain/order.js";
import type { Lane } from "../../lane.js";
import { type Exchange, requestId } from "../../ports/exchange.js";
import { forbiddenIn } from "../../ports/explanation.js";
import type { Views } from "../../ports/store.js";
import { iso, ledgerLineJson, notificationJson, orderSummary, transactionsOf } from "../order-json.js";
import { remarksOf } from "../remarks.js";
import type { OrderDetails, TimelineEntry } from "../schemas/order-schema.js";
import { spansAmong } from "./spans-among.js";

type CallEntry = Extract<TimelineEntry, { requestId: string }>;

function callEntry(call: Exchange): CallEntry {
  const { fault, lost, resend } = remarksOf(call);
  return {
    at: iso(call.at),
    what: call.operation,
    requestId: requestId(call.id),
    responseCode: call.responseCode,
    why: forbiddenIn(call)?.why,
    ...(fault !== undefined ? { fault } : lost && { lost }),
    ...(resend && { resendOf: requestId(resend.of) }),
  };
}

/**
 * The calls with the order's expiry and settlement between them. Those stand before the first call that found their
 * status: on a frozen clock, the instants don't say which came first.
 */
function withChanges(
  calls: readonly CallEntry[],
  { order, requests }: { readonly order: Order; readonly requests: readonly Exchange[] },
): readonly TimelineEntry[] {
  const all: TimelineEntry[] = [...calls];
  const insert = (at: Instant | undefined, what: "expired" | "settled", found: OrderStatus): void => {
    if (at === undefined) return;
    const next = requests.findIndex((call) => call.at > at || (call.at === at && call.orderStatus === found));
    const before = all.indexOf(calls[next]!);
    all.splice(before === -1 ? all.length : before, 0, { at: iso(at), what });
  };
  insert(order.closedAt, "expired", "CLOSED");
  insert(order.settledAt, "settled", "SETTLED");
  return all;
}

/** How many calls before an order's first one may have named its reference: they were lost or refused before it existed. */
const LOOKED_AT = 200;

async function lostBefore(
  views: Pick<Views, "exchangesAfter">,
  { merchantId, reference }: Order,
  first: Exchange | undefined,
): Promise<readonly Exchange[]> {
  if (first === undefined) return [];
  const earlier = await views.exchangesAfter(Math.max(0, first.id - 1 - LOOKED_AT), LOOKED_AT);
  return earlier.filter(
    (call) =>
      call.id < first.id &&
      call.orderId === undefined &&
      call.reference === reference &&
      (call.merchantId ?? merchantId) === merchantId,
  );
}

/** Everything known about an order, with its history. */
export async function wholeOrder(lane: Lane, order: Order): Promise<OrderDetails> {
  const { views } = lane.store;
  const now = await lane.clock.now();
  const notifications = (await views.notifications({ orderId: order.id })).map(notificationJson);
  // Ordered by id, oldest first, because on a frozen clock all instants may be equal.
  const own = (await views.exchanges({ orderId: order.id, limit: 1000 })).toReversed();
  const requests = [...(await lostBefore(views, order, own[0])), ...own];
  const timeline: TimelineEntry[] = [
    ...withChanges(requests.map(callEntry), { order, requests }),
    ...notifications.toReversed().flatMap((n) =>
      n.attempts.map(({ at, status, why, warning }) => ({
        at,
        what: "notification" as const,
        notificationId: n.id,
        status,
        why,
        warning,
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

import type { Instant } from "../../core/domain/money.js";
import { netAmount, type Order, statusOf } from "../../core/domain/order.js";
import type {
  Facts,
  ObservedCall,
  ObservedNotification,
  OrderFact,
  RuleFact,
} from "../../core/scenario/matching/expectations.js";
import type { Lane } from "../lane.js";
import { lastFailureOf } from "../ports/attempt-failures.js";
import { type Exchange, requestId } from "../ports/exchange.js";
import { readExplanation } from "../ports/explanation.js";
import { journalOf } from "../ports/journal.js";
import type { AttemptRecord, Notice } from "../ports/outbox.js";
import { allRules, firedTimes } from "../rules/rule-changes.js";

const ALL = { limit: Number.MAX_SAFE_INTEGER } as const;

/** Everything known about a lane, for checking expectations. Includes calls that a fault cut. */
export async function factsOf(lane: Lane): Promise<Facts> {
  const { views } = lane.store;
  const now = await lane.clock.now();
  const calls: ObservedCall[] = [];
  for await (const exchange of journalOf(views)) calls.push(callFact(exchange));
  return {
    calls,
    droppedCalls: await views.droppedExchanges(),
    orders: (await views.orders(ALL)).map((order) => orderFact(order, now)).reverse(),
    notifications: (await views.notifications(ALL)).flatMap(notificationFact).reverse(),
    rules: await ruleFacts(lane, await firedTimes(lane)),
  };
}

/** A call's members and its outcome. */
export function callFact(exchange: Exchange): ObservedCall & { readonly rule?: string | undefined } {
  const { id, responseCode, rule } = exchange;
  return {
    requestId: requestId(id),
    ...readExplanation(exchange).subject,
    responseCode,
    ...(rule !== undefined && { rule }),
  };
}

export const orderFact = (order: Order, now: Instant): OrderFact => ({
  id: order.id,
  merchantId: order.merchantId,
  merchantReference: order.reference,
  status: statusOf(order, now),
  netAmount: netAmount(order) / 100,
});

/** Notifications of stored cards have no reference, so no expectation can name them. */
function notificationFact(entry: Notice): readonly ObservedNotification[] {
  if (entry.reference === undefined) return [];
  const { reference: merchantReference, attempts } = entry;
  const acknowledged = isAcknowledged(entry);
  const why = acknowledged ? undefined : lastFailureOf(entry);
  return [{ merchantReference, acknowledged, attempts: attempts.length, ...(why !== undefined && { why }) }];
}

/** Once acknowledged, a notification stays so, whatever happens when it is sent again. */
export const isAcknowledged = ({ attempts }: { readonly attempts: readonly Pick<AttemptRecord, "why">[] }): boolean =>
  attempts.some(({ why }) => why === null);

/** Each rule of a lane, with how often it fired. */
export const ruleFacts = async (lane: Lane, fired: (ruleId: string) => number): Promise<readonly RuleFact[]> =>
  (await allRules(lane)).map(({ id, rule }) => ({ name: rule.name ?? id, fired: fired(id) }));

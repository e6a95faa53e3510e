import * as z from "zod";
import type { Lane } from "../../app/lane.js";
import { journalOf } from "../../app/ports/journal.js";
import { callFact, isAcknowledged, orderFact } from "../../app/views/facts-of-lane.js";
import { notificationJson, orderSummary } from "../../app/views/order-json.js";
import { type NotificationJson, notificationStateSchema } from "../../app/views/schemas/notification-schema.js";
import type { OrderJson } from "../../app/views/schemas/order-schema.js";
import type { CallJson } from "../../app/views/schemas/report-schema.js";
import { callJson } from "../../app/views/verify-lane.js";
import type { Instant } from "../../domain/money.js";
import { countHolds } from "../../scenario/matching/expectations.js";
import { compileWhen } from "../../scenario/matching/match.js";
import { whenMembers } from "../../scenario/members/conditions.js";
import { toMinor } from "../../scenario/values/amount.js";
import { compilePattern } from "../../scenario/values/pattern.js";
import {
  amountSchema,
  countSchema,
  idSchema,
  merchantIdSchema,
  patternSchema,
  statusSchema,
} from "../../scenario/values/schema-parts.js";

const named = {
  merchantReference: patternSchema.optional().describe("the order's reference; text with *, or /regex/"),
  orderId: idSchema.optional().describe("the order's id"),
  merchantId: merchantIdSchema.optional().describe("the merchant's id"),
} as const;

export const notificationMatch = z.strictObject({
  ...named,
  acknowledged: z.boolean().optional().describe("whether the shop has acknowledged it"),
  attempts: countSchema.optional().describe("the number of attempts; at least one when state is left out"),
  state: notificationStateSchema.optional().describe("its state"),
});
export const requestMatch = z.strictObject({
  ...whenMembers,
  responseCode: z.string().optional().describe("the code of the answer"),
});
export const orderMatch = z.strictObject({
  ...named,
  status: statusSchema.optional().describe("the order's status at the lane's time"),
  netAmount: amountSchema.optional().describe("the merchant's net income"),
});

/** Reads the matches again each time. If there are too few, also returns the nearest facts. */
export interface MatchReader<T = OrderJson | NotificationJson | CallJson> {
  readonly matched: () => Promise<readonly T[]>;
  readonly nearest: () => Promise<readonly T[]>;
}

const NEAREST = 3;
/** The facts with the right name come first, the newest of them at the top. */
const newest = <T>(facts: readonly T[], isNamed: (fact: T) => boolean): readonly T[] => {
  const named = facts.filter(isNamed);
  return (named.length > 0 ? named : facts).slice(0, NEAREST);
};

/** If neither a state nor a number of attempts is given, a notification matches once it was attempted. */
export function lookForNotifications(
  lane: Lane,
  match: z.output<typeof notificationMatch>,
): MatchReader<NotificationJson> {
  const { merchantReference, orderId, merchantId, acknowledged, attempts, state } = match;
  const fits = merchantReference === undefined ? undefined : compilePattern(merchantReference);
  const all = () => lane.store.views.notifications({ orderId, limit: Number.MAX_SAFE_INTEGER });
  type Entry = Awaited<ReturnType<typeof all>>[number];
  const isNamed = (n: Entry) =>
    (fits === undefined || (n.reference !== undefined && fits(n.reference))) &&
    (merchantId === undefined || String(n.merchantId) === merchantId);
  const isSo = (n: Entry) =>
    (state === undefined || n.state === state) &&
    (acknowledged === undefined || isAcknowledged(n) === acknowledged) &&
    countHolds(attempts ?? (state === undefined ? { min: 1 } : { min: 0 }), n.attempts.length);
  return {
    matched: async () =>
      (await all())
        .filter((n) => isNamed(n) && isSo(n))
        .map(notificationJson)
        .reverse(),
    nearest: async () => newest(await all(), isNamed).map(notificationJson),
  };
}

/** Checks each call only once, because the journal only grows. */
export function lookForRequests(
  lane: Lane,
  { responseCode, ...when }: z.output<typeof requestMatch>,
): MatchReader<CallJson> {
  const tests = compileWhen(when);
  const { views } = lane.store;
  const found: CallJson[] = [];
  let lastId = 0;
  const take = (exchange: Parameters<typeof callFact>[0]) => {
    lastId = exchange.id;
    const call = callFact(exchange);
    if (tests.every(({ holds }) => holds(call)) && (responseCode ?? call.responseCode) === call.responseCode)
      found.push(callJson(call));
  };
  const isOfOperation = tests.find(({ member }) => member === "operation")?.holds ?? (() => true);
  return {
    matched: async () => {
      for await (const exchange of journalOf(views, lastId)) take(exchange);
      return [...found];
    },
    nearest: async () =>
      newest((await views.exchanges({ limit: 1000 })).map(callFact), isOfOperation).map((call) => callJson(call)),
  };
}

export function lookForOrders(lane: Lane, match: z.output<typeof orderMatch>): MatchReader<OrderJson> {
  const { merchantReference, orderId, merchantId, status, netAmount } = match;
  const fits = merchantReference === undefined ? undefined : compilePattern(merchantReference);
  const all = () => lane.store.views.orders({ limit: Number.MAX_SAFE_INTEGER });
  type Found = Awaited<ReturnType<typeof all>>[number];
  const isNamed = (order: Found) =>
    (fits?.(order.reference) ?? true) &&
    (orderId ?? order.id) === order.id &&
    (merchantId ?? String(order.merchantId)) === String(order.merchantId);
  const isSo = (order: Found, now: Instant) => {
    const fact = orderFact(order, now);
    return (
      (status ?? fact.status) === fact.status &&
      (netAmount === undefined || toMinor(netAmount) === toMinor(fact.netAmount))
    );
  };
  return {
    matched: async () => {
      const now = await lane.clock.now();
      return (await all())
        .filter((order) => isNamed(order) && isSo(order, now))
        .map((order) => orderSummary(order, now))
        .reverse();
    },
    nearest: async () => {
      const now = await lane.clock.now();
      return newest(await all(), isNamed).map((order) => orderSummary(order, now));
    },
  };
}

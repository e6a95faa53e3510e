import * as z from "zod";
import { beginningOfTime, type Instant } from "../../../core/domain/money.js";
import { netAmount as netAmountOf, type Order, statusOf } from "../../../core/domain/order.js";
import { whenMembers } from "../../../core/scenario/conditions/when.js";
import { countHolds } from "../../../core/scenario/matching/expectations.js";
import { compileWhen } from "../../../core/scenario/matching/match.js";
import { toMinor } from "../../../core/scenario/values/amount.js";
import { compilePattern, onlyTextOf } from "../../../core/scenario/values/pattern.js";
import {
  amountSchema,
  countSchema,
  idSchema,
  merchantIdSchema,
  patternSchema,
  statusSchema,
} from "../../../core/scenario/values/schema-parts.js";
import type { Lane } from "../../../lane/lane.js";
import type { Exchange } from "../../../lane/ports/exchange.js";
import type { HearChange } from "../../../lane/ports/hear-change.js";
import { journalOf } from "../../../lane/ports/journal.js";
import type { Notice, OutboxEntry } from "../../../lane/ports/outbox.js";
import type { MovedNotification } from "../../../lane/ports/store.js";
import { isAcknowledged } from "../../../lane/views/facts-of-lane.js";
import { notificationJson, orderSummary } from "../../../lane/views/order-json.js";
import {
  type NotificationJson,
  notificationKindSchema,
  notificationStateSchema,
} from "../../../lane/views/schemas/notification-schema.js";
import type { OrderJson } from "../../../lane/views/schemas/order-schema.js";
import type { CallJson } from "../../../lane/views/schemas/report-schema.js";
import { callJson } from "../../../lane/views/verify-lane.js";
import { Candidates } from "./candidates.js";
import { passesOf, type Visits } from "./shared-pass.js";
import { factOf } from "./wait-board.js";

const named = {
  merchantReference: patternSchema.optional().describe("the order's reference; text with *, or /regex/"),
  orderId: idSchema.optional().describe("the order's id"),
  merchantId: merchantIdSchema.optional().describe("the merchant's id"),
} as const;

export const notificationMatch = z.strictObject({
  ...named,
  acknowledged: z.boolean().optional().describe("whether the shop acknowledged it"),
  attempts: countSchema.optional().describe("attempts, also failed ones; at least one without state"),
  state: notificationStateSchema
    .optional()
    .describe("its state; `due` also before the first attempt: to wait for an attempt, leave it out"),
  kind: notificationKindSchema.optional().describe("its kind"),
  tokenId: idSchema.optional().describe("the card's token"),
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

/** The matches of a wait. */
export interface MatchReader<T = OrderJson | NotificationJson | CallJson> {
  /** The one reference or order id that it looks for. Undefined if any order may be the one. */
  readonly name: string | number | undefined;
  /** False if the change can't complete the wait. Reads nothing, because each commit asks each wait. */
  readonly concerns: HearChange<boolean>;
  /** All matches, oldest first. */
  readonly matched: () => Promise<readonly T[]>;
  /** The facts that come closest, if there are too few matches. */
  readonly nearest: () => Promise<Nearest<T>>;
}

interface Nearest<T> {
  readonly facts: readonly T[];
  /** False if none has the right name: they then say nothing about what is missing. */
  readonly areNamed: boolean;
}

const NEAREST = 3;

/** The nearest facts: the newest with the right name, or the newest of all. */
async function nearestOf<T>(
  visits: Visits<T>,
  isNamed: (one: T) => boolean,
  newest: () => Promise<readonly T[]>,
): Promise<Nearest<T>> {
  const named: T[] = [];
  await visits((one) => {
    if (named.length < NEAREST && isNamed(one)) named.push(one);
  });
  return named.length > 0 ? { facts: named, areNamed: true } : { facts: await newest(), areNamed: false };
}

async function found<T>(visits: Visits<T>, fits: (one: T) => boolean): Promise<T[]> {
  const all: T[] = [];
  await visits((one) => {
    if (fits(one)) all.push(one);
  });
  return all.reverse();
}

const ALL = Number.MAX_SAFE_INTEGER;
const nothing: readonly never[] = [];

/** If neither a state nor a number of attempts is given, a notification matches once it was attempted. */
export function lookForNotifications(
  lane: Lane,
  match: z.output<typeof notificationMatch>,
  count: number,
): MatchReader<NotificationJson> {
  const { merchantReference, orderId, merchantId, acknowledged, attempts, state, kind, tokenId } = match;
  const { views } = lane.store;
  const fits = merchantReference === undefined ? undefined : compilePattern(merchantReference);
  const isNamed = (n: OutboxEntry) =>
    (fits === undefined || (n.reference !== undefined && fits(n.reference))) &&
    (orderId === undefined || n.orderId === orderId) &&
    (merchantId === undefined || String(n.merchantId) === merchantId) &&
    (kind === undefined || n.kind === kind) &&
    (tokenId === undefined || n.fields.tokenId === String(tokenId));
  const isAfter = (now: Pick<Notice, "state">, tries: number, isDone: boolean) =>
    (state === undefined || now.state === state) &&
    (acknowledged === undefined || isDone === acknowledged) &&
    countHolds(attempts ?? (state === undefined ? { min: 1 } : { min: 0 }), tries);
  const isSo = (n: Notice) => isAfter(n, n.attempts.length, isAcknowledged(n));

  const reference = merchantReference === undefined ? undefined : onlyTextOf(merchantReference);
  const visits: Visits<Notice> = async (visit) => {
    if (orderId === undefined && reference === undefined) return passesOf(lane).notifications(visit);
    const ids = orderId === undefined ? await idsOf(lane, reference!) : [orderId];
    const lists = await Promise.all(ids.map((id) => views.notifications({ orderId: id, limit: ALL })));
    for (const one of lists.flat().sort((a, b) => b.id - a.id)) visit(one);
  };
  // Which notification has moved is told by its id alone.
  const named = new Set<number>();
  const hasName = [fits, orderId, merchantId, kind, tokenId].some((one) => one !== undefined);
  const name = (n: OutboxEntry) => {
    const is = isNamed(n);
    if (is && hasName) named.add(n.id);
    return is;
  };
  const candidates = new Candidates(count, (noted, changes, moved) => {
    for (const entry of changes?.outbox ?? nothing) if (name(entry)) noted.note(entry.id, isAfter(entry, 0, false));
    for (const one of moved ?? nothing) if (!hasName || named.has(one.id)) noted.note(one.id, mayMatch(one));
  });
  /** Only its record says how often it was attempted before somebody moved it. */
  const mayMatch = (one: MovedNotification) =>
    one.attempt === undefined
      ? state === undefined || one.state === state
      : isAfter(one, one.attempt.n, one.attempt.why === null || acknowledged === true);
  const read = () => found(visits, (one) => name(one) && isSo(one));
  return {
    name: orderId ?? reference,
    concerns: candidates.concerns,
    matched: async () => (await candidates.look(read)).map(notificationJson),
    nearest: async () => {
      const near = await nearestOf(visits, isNamed, () => views.notifications({ limit: NEAREST }));
      return { ...near, facts: near.facts.map(notificationJson) };
    },
  };
}

/** A notification has the reference of its order. */
const idsOf = async ({ store: { views } }: Lane, merchantReference: string): Promise<readonly number[]> =>
  (await views.orders({ merchantReference, limit: ALL })).map(({ id }) => id);

/** Checks each call only once, because the journal only grows. */
export function lookForRequests(
  lane: Lane,
  { responseCode, ...when }: z.output<typeof requestMatch>,
): MatchReader<CallJson> {
  const tests = compileWhen(when);
  const { views } = lane.store;
  const isSo = (exchange: Exchange) => {
    const call = factOf(exchange);
    return tests.every(({ holds }) => holds(call)) && (responseCode ?? call.responseCode) === call.responseCode;
  };
  const found: CallJson[] = [];
  let lastId: number | undefined;
  const take = (exchange: Exchange) => {
    lastId = Math.max(lastId ?? 0, exchange.id);
    if (isSo(exchange)) found.push(callJson(factOf(exchange)));
  };
  const isOfOperation = tests.find(({ member }) => member === "operation")?.holds ?? (() => true);
  return {
    name: when.merchantReference === undefined ? undefined : onlyTextOf(when.merchantReference),
    concerns: (changes, moved) => (changes ? changes.exchange !== undefined && isSo(changes.exchange) : !moved),
    matched: async () => {
      if (lastId === undefined) {
        await passesOf(lane).requests(take);
        found.reverse();
        lastId ??= 0;
      }
      for await (const exchange of journalOf(views, lastId)) take(exchange);
      return [...found];
    },
    nearest: async () => {
      const last = (await views.exchanges({ limit: 1000 })).map(factOf);
      const named = last.filter(isOfOperation);
      const areNamed = named.length > 0;
      return { facts: (areNamed ? named : last).slice(0, NEAREST).map((call) => callJson(call)), areNamed };
    },
  };
}

export function lookForOrders(lane: Lane, match: z.output<typeof orderMatch>, count: number): MatchReader<OrderJson> {
  const { merchantReference, orderId, merchantId, status, netAmount } = match;
  const { views } = lane.store;
  const fits = merchantReference === undefined ? undefined : compilePattern(merchantReference);
  const isNamed = (order: Order) =>
    (fits?.(order.reference) ?? true) &&
    (orderId ?? order.id) === order.id &&
    (merchantId === undefined || String(order.merchantId) === merchantId);
  const netMinor = netAmount === undefined ? undefined : toMinor(netAmount);
  const isSo = (order: Order, now: Instant) =>
    (status === undefined || statusOf(order, now) === status) &&
    (netMinor === undefined || netAmountOf(order) === netMinor);
  const reference = merchantReference === undefined ? undefined : onlyTextOf(merchantReference);
  const visits: Visits<Order> = async (visit) => {
    if (orderId !== undefined) {
      const order = await views.order(orderId);
      if (order) visit(order);
    } else if (reference === undefined) await passesOf(lane).orders(visit);
    else for (const order of await views.orders({ merchantReference: reference, limit: ALL })) visit(order);
  };
  // The expiry of an unpaid order is a commit, too.
  const candidates = new Candidates(count, (noted, changes) => {
    for (const { after } of changes?.orders ?? nothing)
      if (isNamed(after)) noted.note(after.id, isSo(after, beginningOfTime));
  });
  return {
    name: orderId ?? reference,
    concerns: candidates.concerns,
    matched: async () => {
      const now = await lane.clock.now();
      const matched = await candidates.look(() => found(visits, (order) => isNamed(order) && isSo(order, now)));
      return matched.map((order) => orderSummary(order, now));
    },
    nearest: async () => {
      const now = await lane.clock.now();
      const near = await nearestOf(visits, isNamed, () => views.orders({ limit: NEAREST }));
      return { ...near, facts: near.facts.map((order) => orderSummary(order, now)) };
    },
  };
}

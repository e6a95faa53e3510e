import type { ShopRun } from "../run/shop-runner.js";
import { type CallFact, callsOf, type Fact, factsIn, type LaneFacts } from "./facts.js";

/**
 * Names an order by what the first run showed: its amount and user. References and ids may be others in each run, and a
 * shop may take a new reference for the same order.
 */
export const orderName = (order: { readonly amount?: number | undefined; readonly userId?: string | undefined }) =>
  `${order.amount} ${order.userId?.toLowerCase() ?? ""}`;

/** The name of what is about no order, such as a query of a token. */
export const NO_ORDER = "";

/** The part of a run that is about one order. */
export function partOf(run: ShopRun, name: string): ShopRun {
  const parts = run.lanes.map((lane) => {
    const nameOf = orderNamer(lane);
    const references = new Set(callsOf(lane).flatMap((call) => (nameOf(call) === name ? (call.reference ?? []) : [])));
    return {
      references,
      lane: {
        ...lane,
        facts: lane.facts.filter((fact) => nameOf(fact) === name),
        orders: lane.orders.filter((order) => orderName(order) === name),
      },
    };
  });
  const named = new Set(run.lanes.flatMap((lane) => callsOf(lane).map(({ reference }) => reference)));
  const isMeant = (reference: string): boolean =>
    parts.some(({ references }) => references.has(reference)) || (name === NO_ORDER && !named.has(reference));
  const beliefs = Object.entries(run.beliefs ?? {}).filter(([reference]) => isMeant(reference));
  return {
    ...run,
    lanes: parts.map(({ lane }) => lane),
    beliefs: run.beliefs && Object.fromEntries(beliefs),
  };
}

/** The names of all orders of a run, and that of no order. */
export const namesOfOrders = ({ lanes }: Pick<ShopRun, "lanes">): ReadonlySet<string> =>
  new Set([NO_ORDER, ...lanes.flatMap((lane) => lane.facts.map(orderNamer(lane)))]);

/** Finds the order of a fact. A call that never reached the books counts by its own amount. */
function orderNamer(lane: LaneFacts): (fact: Fact) => string {
  const byId = new Map(lane.orders.map((order) => [order.id, orderName(order)]));
  const byReference = new Map(lane.orders.map((order) => [order.reference, orderName(order)]));
  for (const { reference, amount, userId } of callsOf(lane))
    if (reference !== undefined && amount !== undefined && !byReference.has(reference))
      byReference.set(reference, orderName({ amount, userId }));
  return ({ orderId, reference }) => byId.get(orderId ?? 0) ?? byReference.get(reference ?? "") ?? NO_ORDER;
}

/**
 * What a shop did and believes about an order, in short. Equal in two runs if the order went its whole way in both. Names
 * that may be new in each run are left out, and how often a shop asks may be chance.
 */
export function wayOf({ lanes, beliefs = {} }: ShopRun): string {
  const did = factsIn({ lanes }).flatMap((fact): unknown[] => {
    if (fact.kind === "call") return fact.by === "time" ? [] : [[fact.operation, fact.responseCode, fact.fault]];
    return fact.kind === "money" ? [] : [[fact.kind, fact.kind === "redirect" ? fact.to : fact.forged, fact.status]];
  });
  const said = Object.values(beliefs).map(({ paid, refunded = 0, currency, effects, shipped }) =>
    JSON.stringify([paid, refunded, currency, effects, shipped]),
  );
  return JSON.stringify([[...new Set(did.map((one) => JSON.stringify(one)))].sort(), said.sort()]);
}

/** The order's calls of one operation, in the order in which rules count them. */
export const callsLike = (
  lane: LaneFacts,
  { operation, amount, userId }: Pick<CallFact, "operation" | "amount" | "userId">,
): readonly CallFact[] =>
  callsOf(lane)
    .filter((call) => call.operation === operation && call.amount === amount && call.asksRules)
    .filter((call) => userId === undefined || call.userId?.toLowerCase() === userId.toLowerCase())
    .sort((a, b) => a.id - b.id);

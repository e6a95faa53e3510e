import { netAmount, type Order } from "../../../core/domain/order.js";
import { callsOf, type Fact, type LaneFacts } from "../observe/facts.js";
import type { MutationPoint } from "./mutant.js";

/** Each call for which rules were tried, with its number among the calls of its operation. */
export function pointsOf(lane: LaneFacts): readonly MutationPoint[] {
  const counted = new Map<string, number>();
  return callsOf(lane)
    .filter(({ asksRules, by }) => asksRules && by !== "time")
    .map((call) => {
      const k = (counted.get(call.operation) ?? 0) + 1;
      counted.set(call.operation, k);
      return { lane, call, k };
    });
}

/** The calls about the smallest and the largest order, the first of each. One if the orders are of the same amount. */
export function extremesOf(points: readonly MutationPoint[]): readonly MutationPoint[] {
  const amountOf = ({ lane, call }: MutationPoint): number =>
    lane.orders.find(({ id }) => id === call.orderId)?.amount ?? 0;
  const smallest = points.toSorted((a, b) => amountOf(a) - amountOf(b)).slice(0, 1);
  const largest = points.toSorted((a, b) => amountOf(b) - amountOf(a)).slice(0, 1);
  return [...new Set([...smallest, ...largest])];
}

/** True if the call's order was paid, and all its money went back in the end. */
export function isReversed({ lane, call }: MutationPoint): boolean {
  const order = lane.orders.find(({ id }) => id === call.orderId);
  return order !== undefined && netAmount(order) === 0 && lane.facts.some((fact) => isRefundOf(order, fact));
}

const isRefundOf = ({ id }: Order, fact: Fact): boolean =>
  fact.kind === "money" && fact.what !== "charged" && fact.orderId === id;

import type { LaneFacts } from "../observe/facts.js";
import { type AmountList, amountLists, soldFor, USUAL } from "./amount-lists.js";
import { type MutationPoint, mutantAt, numberedCall, type PlannedMutant } from "./mutant.js";

const charges = ["tokenization/sale", "tokenization/recurring", "hosted-checkout/recurring", "direct/sale"];

/**
 * The driver sells for other amounts: once with nothing lost, and once with each answer to a charge lost, so that the
 * shop reads each amount from a query. Empty if the driver doesn't sell for the amounts that it is told.
 */
export function amountMutants(lane: LaneFacts, points: readonly MutationPoint[]): readonly PlannedMutant[] {
  const first = points.find(({ call }) => call.by === "shop" && call.orderId !== undefined);
  if (first === undefined || !soldFor([lane], USUAL)) return [];
  const used = charges.filter((operation) => points.some(({ call }) => call.operation === operation));
  const lost = used.map((operation) => ({
    when: { operation },
    then: { fault: "connection-reset", placed: "after-commit", copies: "cut" } as const,
  }));
  const of = (list: AmountList, change: string, rules: typeof lost, what: string): PlannedMutant => ({
    ...mutantAt(first, {
      family: "amounts",
      change,
      about: `From ${numberedCall(first)} on, the driver sold for ${amountLists[list].join(", ")}${what}.`,
      rules,
      witness: ({ lanes }) => soldFor(lanes, list),
    }),
    amounts: list,
  });
  return (Object.keys(amountLists) as AmountList[])
    .filter((list) => list !== USUAL)
    .flatMap((list) => [
      of(list, list, [], ""),
      ...(lost.length > 0 ? [of(list, `${list}-lost`, lost, ", and the answer to each charge was lost")] : []),
    ]);
}

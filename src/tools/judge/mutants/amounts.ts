import { type AmountList, amountLists, soldFor, USUAL } from "./amount-lists.js";
import { type MutationPoint, mutantAt, type PlannedMutant, type Witnessed } from "./mutant.js";

const charges = ["tokenization/sale", "tokenization/recurring", "hosted-checkout/recurring", "direct/sale"];

/**
 * The driver sells for other amounts: once with nothing lost, and once with each answer to a charge lost, so that the
 * shop reads each amount from a query. Empty if the driver doesn't sell for the amounts that it is told.
 */
export function amountMutants(points: readonly MutationPoint[]): readonly PlannedMutant[] {
  const first = points.find(({ call }) => call.by === "shop" && call.orderId !== undefined);
  if (first === undefined || !soldFor([first.lane], USUAL)) return [];
  const used = charges.filter((operation) => points.some(({ call }) => call.operation === operation));
  const lost = used.map((operation) => ({
    when: { operation },
    then: { fault: "connection-reset", placed: "after-commit", copies: "cut" } as const,
  }));
  return (Object.keys(amountLists) as AmountList[])
    .filter((list) => list !== USUAL)
    .flatMap((list) => {
      const about = `From {call} on, the driver sold for ${amountLists[list].join(", ")}`;
      const extra = { amounts: list, witness: ({ lanes }: Witnessed) => soldFor(lanes, list) };
      return [
        mutantAt(first, `amounts/${list}`, `${about}.`, [], extra),
        ...(lost.length > 0
          ? [mutantAt(first, `amounts/${list}-lost`, `${about}, and the answer to each charge was lost.`, lost, extra)]
          : []),
      ];
    });
}

import { minorUnitsOf } from "../../../core/domain/money.js";
import { isCharge } from "../observe/facts.js";
import { type AmountList, amountLists, soldFor, TWINS, USUAL } from "./amount-lists.js";
import { LOST_DECLINE } from "./calls.js";
import {
  type MutationPoint,
  mutantAt,
  type PlannedMutant,
  ruleAt,
  ruleForEachAttempt,
  type Witness,
  type Witnessed,
} from "./mutant.js";
import { isPaymentTold, staysUnpaid } from "./told.js";

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
  const others = (Object.keys(amountLists) as AmountList[]).filter((list) => list !== USUAL && list !== TWINS);
  return [
    ...twinMutants(points),
    ...others.flatMap((list) => {
      const about = `From {call} on, the driver sold for ${amountLists[list].join(", ")}`;
      const extra = { amounts: list, witness: ({ lanes }: Witnessed) => soldFor(lanes, list) };
      return [
        mutantAt(first, `amounts/${list}`, `${about}.`, [], extra),
        ...(lost.length > 0
          ? [mutantAt(first, `amounts/${list}-lost`, `${about}, and the answer to each charge was lost.`, lost, extra)]
          : []),
      ];
    }),
  ];
}

/** Nobody pays the first of two orders with the same amount. The notification of the second must not be booked on it. */
function twinMutants(points: readonly MutationPoint[]): readonly PlannedMutant[] {
  const twins = amountLists[USUAL].slice(0, 2).map(minorUnitsOf);
  const [first, second] = points.filter(
    (point) =>
      (point.call.operation === "checkout/pay" || isCharge(point.call)) &&
      isPaymentTold(point) &&
      twins.includes(orderOf(point)?.amount),
  );
  if (first === undefined || second === undefined) return [];
  const about = `The driver sold for ${amountLists[TWINS].join(", ")}. Nobody paid the order of {call}, and the next one of the same amount was paid.`;
  const rule =
    first.call.by === "shopper" ? ruleForEachAttempt(first, { outcome: "do-not-honour" }) : ruleAt(first, LOST_DECLINE);
  const isNextTold: Witness = ({ lanes }) =>
    lanes.some(({ facts, orders }) =>
      facts.some((fact) => {
        if (fact.kind !== "notification" || fact.forged !== undefined || fact.status === null) return false;
        const order = orders.find(({ id }) => id === fact.orderId);
        return order?.id !== first.call.orderId && order?.amount === minorUnitsOf(amountLists[TWINS][0]);
      }),
    );
  return [
    mutantAt(first, `amounts/${TWINS}`, about, [rule], {
      amounts: TWINS,
      witness: (run) => staysUnpaid(first)(run) && isNextTold(run),
    }),
  ];
}

const orderOf = ({ lane, call }: MutationPoint) => lane.orders.find(({ id }) => id === call.orderId);

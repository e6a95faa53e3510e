import type { ShopperAct } from "../../library/shopper-clicks.js";
import { type MutationPoint, mutantAt, type PlannedMutant, ruleAt } from "./mutant.js";

/** People click twice because the answer is slow, so the second click comes while the first one waits. */
const GATE_MS = 1_000;

/** The shopper clicks the shop's pay button once too often, for the first order in the lane that was paid. */
export function shopperMutants(points: readonly MutationPoint[]): readonly PlannedMutant[] {
  const [first] = paidOnPage(points);
  if (!first) return [];
  // The service behaves as usual. The delay of 0 only makes the rule fire, so that the call is marked.
  const usual = { delay: 0 } as const;
  const mutant = (change: ShopperAct, about: string, then: Parameters<typeof ruleAt>[1] = usual): PlannedMutant => ({
    ...mutantAt(first, {
      family: "shopper",
      change,
      about,
      rules: [ruleAt(first, then)],
      witness: ({ shopperDid }) => shopperDid === change,
    }),
    shopper: change,
  });
  return [
    mutant("double-click", "The shopper double-clicked the shop's pay button.", {
      gate: { name: "double-click", idleMs: GATE_MS },
    }),
    mutant(
      "form-twice",
      "The form of the shop's pay button came twice: the browser lost the answer, and sent it again.",
    ),
    mutant("pay-again", "The shopper paid, went back and clicked the shop's pay button again."),
  ];
}

/** The shop's calls that made the pages on which the shopper paid. */
export function paidOnPage(points: readonly MutationPoint[]): readonly MutationPoint[] {
  const isPaid = ({ call }: MutationPoint) => call.operation === "checkout/pay" && call.responseCode === "0000";
  const paid = new Set(points.filter(isPaid).map(({ call }) => call.orderId));
  return points.filter(
    ({ call }) => call.operation === "hosted-checkout/create" && call.by === "shop" && paid.has(call.orderId),
  );
}

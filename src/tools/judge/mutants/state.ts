import type { Meanwhile } from "../../../core/scenario/effects/effects.js";
import type { LaneFacts } from "../observe/facts.js";
import { type Change, type MutationPoint, mutantAt, numberedCall, type PlannedMutant, ruleAt } from "./mutant.js";

/** Changes that others make before a call: to the stored card, the balance, or the order itself. */
export function stateMutants(lane: LaneFacts, targets: readonly MutationPoint[]): readonly PlannedMutant[] {
  return targets
    .filter(({ call }) => call.by === "shop")
    .flatMap((target) => changesAt(lane, target).map((change) => mutantAt(target, change)));
}

function changesAt(lane: LaneFacts, target: MutationPoint): readonly Change[] {
  const { call } = target;
  const last = call.operation.replace(/^.*\//, "");
  const at = (change: string, about: string, meanwhile: Meanwhile): Change => ({
    family: "state",
    change,
    about: `${about} before ${numberedCall(target)}.`,
    rules: [ruleAt(target, { meanwhile })],
  });
  const isPaid = call.orderStatus === "SUCCESS" || call.orderStatus === "SETTLED";
  return [
    ...(call.tokenId !== undefined && /^tokenization\/(sale|recurring)$/.test(call.operation)
      ? [
          at("token-gone", "The stored card was deleted", "delete-token"),
          at("token-expired", "The stored card expired", "expire-token"),
        ]
      : []),
    ...(last === "refund" ? [at("balance-short", "The unsettled balance was used up", "drain-balance")] : []),
    ...(["void", "query", "refund"].includes(last) && call.orderStatus === "SUCCESS"
      ? [at("settled", "The order was settled", "settle")]
      : []),
    // Only if a later call can show the change to the shop.
    ...(isPaid && wasSeenPaid(lane, target)
      ? [
          at("refunded-by-hand", "Someone refunded the order in the back office", "refund"),
          at("refunded-a-cent", "Someone refunded 0.01 in the back office", "refund-a-cent"),
          at("refunded-all-but-a-cent", "Someone refunded all but 0.01 in the back office", "refund-all-but-a-cent"),
        ]
      : []),
  ];
}

/** True if the order was paid before the call. */
const wasSeenPaid = ({ facts }: LaneFacts, { call }: MutationPoint): boolean =>
  facts.some(
    (fact) => fact.kind === "money" && fact.what === "charged" && fact.orderId === call.orderId && fact.call < call.id,
  );

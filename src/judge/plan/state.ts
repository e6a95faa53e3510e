import type { Meanwhile } from "../../scenario/then-schema.js";
import type { LaneFacts } from "../observe/facts.js";
import { type Change, mutantAt, nameOf, type PlannedMutant, ruleAt, type Target } from "./mutant.js";

/** What others can change before a call: the stored card, the balance, the order itself. */
export function stateMutants(lane: LaneFacts, targets: readonly Target[]): readonly PlannedMutant[] {
  return targets
    .filter(({ call }) => call.by === "shop")
    .flatMap((target) => changesAt(lane, target).map((change) => mutantAt(target, change)));
}

function changesAt(lane: LaneFacts, target: Target): readonly Change[] {
  const { call } = target;
  const last = call.operation.replace(/^.*\//, "");
  const at = (change: string, about: string, meanwhile: Meanwhile): Change => ({
    family: "state",
    change,
    about: `${about} before ${nameOf(target)}.`,
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
    ...(last === "void" && call.orderStatus === "SUCCESS" ? [at("settled", "The order was settled", "settle")] : []),
    // Only where a later call can tell the shop of it.
    ...(isPaid && wasSeenPaid(lane, target)
      ? [at("refunded-by-hand", "Someone refunded the order in the back office", "refund")]
      : []),
  ];
}

/** Whether money had come for this order before the call. */
const wasSeenPaid = ({ facts }: LaneFacts, { call }: Target): boolean =>
  facts.some(
    (fact) => fact.kind === "money" && fact.what === "charged" && fact.orderId === call.orderId && fact.call < call.id,
  );

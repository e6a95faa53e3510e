import type { Meanwhile } from "../../../core/scenario/effects/effects.js";
import { isRefund } from "../observe/facts.js";
import { type MutationPoint, mutantAt, type PlannedMutant } from "./mutant.js";

/** Changes that others make before a call: to the stored card, the balance, or the order itself. */
export const stateMutants = (points: readonly MutationPoint[]): readonly PlannedMutant[] =>
  points
    .filter(({ call }) => call.by === "shop")
    .flatMap((point) =>
      changes
        .filter(([, , , isPossible]) => isPossible(point))
        .map(([change, about, meanwhile]) =>
          mutantAt(point, `state/${change}`, `${about} before {call}.`, { meanwhile }),
        ),
    );

const chargesToken = ({ call }: MutationPoint): boolean =>
  call.tokenId !== undefined && /^tokenization\/(sale|recurring)$/.test(call.operation);

const maySettle = ({ call }: MutationPoint): boolean =>
  /\/(void|query|refund)$/.test(call.operation) && call.orderStatus === "SUCCESS";

/** True if the order was paid before the call. Only then a later call can show the change to the shop. */
const wasSeenPaid = ({ lane, call }: MutationPoint): boolean =>
  (call.orderStatus === "SUCCESS" || call.orderStatus === "SETTLED") &&
  lane.facts.some(
    (fact) => fact.kind === "money" && fact.what === "charged" && fact.orderId === call.orderId && fact.call < call.id,
  );

const changes: readonly (readonly [string, string, Meanwhile, (point: MutationPoint) => boolean])[] = [
  ["token-gone", "The stored card was deleted", "delete-token", chargesToken],
  ["token-expired", "The stored card expired", "expire-token", chargesToken],
  ["balance-short", "The unsettled balance was used up", "drain-balance", ({ call }) => isRefund(call)],
  ["settled", "The order was settled", "settle", maySettle],
  ["refunded-by-hand", "Someone refunded the order in the back office", "refund", wasSeenPaid],
  ["refunded-a-cent", "Someone refunded 0.01 in the back office", "refund-a-cent", wasSeenPaid],
  ["refunded-all-but-a-cent", "Someone refunded all but 0.01 in the back office", "refund-all-but-a-cent", wasSeenPaid],
];

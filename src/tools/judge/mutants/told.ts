import type { CallFact, LaneFacts } from "../observe/facts.js";
import type { MutationPoint } from "./mutant.js";

/** The payments that the shop is notified of over HTTP. */
export const paymentsTold = (lane: LaneFacts, targets: readonly MutationPoint[]): readonly MutationPoint[] =>
  targets.filter(
    ({ call }) =>
      call.orderId !== undefined && lane.notifications.some(({ causedBy, isHttp }) => isHttp && causedBy === call.id),
  );

/** True if this order exists, and nothing was ever paid for it. */
export const staysUnpaid = (lanes: readonly LaneFacts[], slot: number, orderId: number | undefined): boolean =>
  lanes.some(
    (lane) =>
      lane.slot === slot &&
      lane.orders.some(({ id }) => id === orderId) &&
      !lane.facts.some((fact) => fact.kind === "money" && fact.what === "charged" && fact.orderId === orderId),
  );

export const hasSuccessAddress = ({ orders }: LaneFacts, { call }: MutationPoint): boolean =>
  orders.find(({ id }) => id === call.orderId)?.options.callbackUrl?.success !== undefined;

/** True if the shop queried the order after it was paid. */
export const asks = (lane: LaneFacts, target: MutationPoint): boolean => queriesAfter(lane, target).length > 0;

export const queriesAfter = ({ facts }: LaneFacts, { call }: MutationPoint): readonly CallFact[] =>
  facts
    .filter((fact) => fact.kind === "call")
    .filter(({ operation, orderId, id }) => operation.endsWith("/query") && orderId === call.orderId && id > call.id);

import { type CallFact, callsOf, isQuery } from "../observe/facts.js";
import type { MutationPoint, Witness } from "./mutant.js";

/** True if the shop was notified over HTTP of what the call did. */
export const isTold = ({ lane, call }: MutationPoint): boolean =>
  lane.notifications.some(({ causedBy, isHttp }) => isHttp && causedBy === call.id);

/** True if the call paid an order, and the shop was notified of it. */
export const isPaymentTold = (point: MutationPoint): boolean => point.call.orderId !== undefined && isTold(point);

/** True if the call's order exists, and nothing was ever paid for it. */
export const staysUnpaid =
  ({ lane: { slot }, call: { orderId } }: MutationPoint): Witness =>
  ({ lanes }) =>
    lanes.some(
      (lane) =>
        lane.slot === slot &&
        lane.orders.some(({ id }) => id === orderId) &&
        !lane.facts.some((fact) => fact.kind === "money" && fact.what === "charged" && fact.orderId === orderId),
    );

export const hasSuccessAddress = ({ lane, call }: MutationPoint): boolean =>
  lane.orders.find(({ id }) => id === call.orderId)?.options.callbackUrl?.success !== undefined;

/** True if the shop queried the order after it was paid. */
export const asks = (point: MutationPoint): boolean => queriesAfter(point).length > 0;

export const queriesAfter = ({ lane, call }: MutationPoint): readonly CallFact[] =>
  callsOf(lane).filter((one) => isQuery(one) && one.orderId === call.orderId && one.id > call.id);

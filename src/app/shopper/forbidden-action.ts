import { type OrderStatus, statusOf } from "../../domain/order.js";
import type { NotAllowed } from "../../domain/payable-by.js";
import { stillDue } from "../commands/load-call.js";
import type { Lane } from "../lane.js";
import type { Exchange } from "../ports/exchange.js";
import type { Explanation } from "../ports/explanation.js";
import { laneState, orderById } from "../ports/reads.js";
import type { Fresh, Work } from "../ports/store.js";
import type { ShopperAction, ShopperDone } from "./shopper-action.js";

/** An act that no page allows a shopper. */
export interface Forbidden extends Pick<ShopperAction, "operation" | "subject" | "request" | "wantedBy"> {
  readonly notAllowed: NotAllowed;
}

const REASON = "invalid-parameter";

/**
 * Records a forbidden act in the journal. Doesn't try any rule, because a page would show its form again before
 * anything happens.
 */
export const forbid = (lane: Lane, forbidden: Forbidden): Promise<ShopperDone> =>
  lane.store.transact((fresh) => note(lane, forbidden, fresh));

function* note(lane: Lane, forbidden: Forbidden, fresh: Fresh): Work<ShopperDone> {
  const { operation, subject, request, notAllowed, wantedBy } = forbidden;
  const state = yield* laneState();
  if (wantedBy) yield* stillDue(wantedBy);
  const order = subject.orderId === undefined ? undefined : yield* orderById(subject.orderId);
  const orderStatus: OrderStatus | undefined = order && statusOf(order, state.now);
  const { code: responseCode, message } = lane.choices.inForce(state).code(REASON);
  const detail =
    wantedBy === undefined ? notAllowed.message : `${notAllowed.message} (rule "${wantedBy.rule}" wants it)`;
  const { cardNumber: _, ...recorded } = subject;
  const explanation: Explanation = {
    scenarios: lane.rules.inForce(state).scenarios,
    subject: { operation, ...recorded, merchantReference: order?.reference, orderStatus },
    matched: [],
    detail,
    ended: REASON,
    advice: notAllowed.fix,
    forbidden: { why: notAllowed.message, rule: wantedBy?.rule },
  };
  const exchange: Exchange = {
    id: fresh.exchangeId(),
    at: state.now,
    operation,
    merchantId: Number(subject.merchantId),
    reference: order?.reference,
    orderId: order?.id,
    orderStatus,
    cardType: subject.cardType,
    signature: "unchecked",
    responseCode,
    http: 200,
    request: JSON.stringify(request),
    response: JSON.stringify({ responseCode, message }),
    explain: JSON.stringify(explanation),
  };
  const answer = { http: 200, responseCode, body: exchange.response, assumed: [] };
  const result: ShopperDone = {
    requestId: exchange.id,
    at: exchange.at,
    result: { kind: "refused", reason: REASON, detail },
    answer,
    notAllowed,
    beforeAnswer: [],
    hasNotifications: false,
    isAdded: false,
    isFrozen: state.clock.mode === "frozen",
  };
  return { result, exchange, ...(wantedBy && { tasks: { ended: [wantedBy.taskId] } }) };
}

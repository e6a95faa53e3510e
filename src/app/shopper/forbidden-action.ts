import { type OrderStatus, statusOf } from "../../domain/order.js";
import type { NotAllowed } from "../../domain/payable-by.js";
import { stillDue } from "../commands/load-call.js";
import { journalCall } from "../journal/journal-call.js";
import type { Reply } from "../journal/reply.js";
import type { Lane } from "../lane.js";
import { laneState, orderById } from "../ports/reads.js";
import type { Fresh, Work } from "../ports/store.js";
import type { ShopperAction } from "./shopper-action.js";

/** An act that no page allows a shopper. */
export interface Forbidden extends Pick<ShopperAction, "operation" | "subject" | "request" | "wantedBy"> {
  readonly notAllowed: NotAllowed;
}

const REASON = "invalid-parameter";

/**
 * Records a forbidden act in the journal. Doesn't try any rule, because a page would show its form again before
 * anything happens.
 */
export const forbid = (lane: Lane, forbidden: Forbidden): Promise<Reply> =>
  lane.store.transact((fresh) => note(lane, forbidden, fresh));

function* note(lane: Lane, forbidden: Forbidden, fresh: Fresh): Work<Reply> {
  const { operation, subject, request, notAllowed, wantedBy } = forbidden;
  const state = yield* laneState();
  if (wantedBy) yield* stillDue(wantedBy);
  const order = subject.orderId === undefined ? undefined : yield* orderById(subject.orderId);
  const orderStatus: OrderStatus | undefined = order && statusOf(order, state.now);
  const { code: responseCode, message } = lane.choices.inForce(state).code(REASON);
  const detail =
    wantedBy === undefined ? notAllowed.message : `${notAllowed.message} (rule "${wantedBy.rule}" wants it)`;
  const { exchange, reply } = journalCall(state, {
    id: fresh.exchangeId(),
    call: { request: JSON.stringify(request) },
    subject: { operation, ...subject, merchantReference: order?.reference, orderStatus },
    about: order ?? "none",
    answer: { http: 200, responseCode, body: JSON.stringify({ responseCode, message }), assumed: [] },
    result: { kind: "refused", reason: REASON, detail },
    why: {
      scenarios: lane.rules.inForce(state).scenarios,
      advice: notAllowed.fix,
      forbidden: { why: notAllowed.message, rule: wantedBy?.rule },
    },
  });
  return { result: { ...reply, notAllowed }, exchange, ...(wantedBy && { tasks: { ended: [wantedBy.taskId] } }) };
}

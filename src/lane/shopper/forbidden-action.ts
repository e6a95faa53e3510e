import { type OrderStatus, statusOf } from "../../core/domain/order.js";
import type { NotAllowed } from "../../core/domain/payable-by.js";
import { stillDue } from "../commands/load-call.js";
import { journalCall } from "../journal/journal-call.js";
import type { Reply } from "../journal/reply.js";
import type { Lane } from "../lane.js";
import type { Tx, UnitResult } from "../ports/store.js";
import type { ShopperAction } from "./shopper-action.js";

/** An act that no page allows a shopper. */
export interface Forbidden extends Pick<ShopperAction, "operation" | "subject" | "request" | "wantedBy"> {
  readonly notAllowed: NotAllowed;
  /** The status of the page that refused it. 200 when left out. */
  readonly http?: number | undefined;
}

const REASON = "invalid-parameter";

/**
 * Records a forbidden act in the journal. Doesn't try any rule, because a page would show its form again before
 * anything happens.
 */
export const forbid = (lane: Lane, forbidden: Forbidden): Promise<Reply> =>
  lane.store.transact((tx) => note(lane, forbidden, tx));

function note(lane: Lane, forbidden: Forbidden, tx: Tx): UnitResult<Reply> {
  const { operation, subject, request, notAllowed, wantedBy, http = 200 } = forbidden;
  const state = tx.lane();
  if (wantedBy) stillDue(tx, wantedBy);
  const order = subject.orderId === undefined ? undefined : tx.order(subject.orderId);
  const orderStatus: OrderStatus | undefined = order && statusOf(order, state.now);
  const { code: responseCode, message } = lane.choices.inForce(state).code(REASON);
  const detail =
    wantedBy === undefined ? notAllowed.message : `${notAllowed.message} (rule "${wantedBy.rule}" wants it)`;
  const { exchange, reply } = journalCall(state, {
    id: tx.fresh.exchangeId(),
    call: { request: JSON.stringify(request) },
    subject: { operation, ...subject, merchantReference: order?.reference, orderStatus },
    about: order ?? "none",
    answer: { http, responseCode, body: JSON.stringify({ responseCode, message }), assumed: [] },
    result: { kind: "refused", reason: REASON, detail },
    why: {
      scenarios: lane.rules.inForce(state).scenarios,
      advice: notAllowed.fix,
      forbidden: { why: notAllowed.message, rule: wantedBy?.rule },
    },
  });
  return { result: { ...reply, notAllowed }, exchange, ...(wantedBy && { tasks: { ended: [wantedBy.taskId] } }) };
}

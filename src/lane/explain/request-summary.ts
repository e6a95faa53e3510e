import type { Order } from "../../core/domain/order.js";
import { type Exchange, requestId } from "../ports/exchange.js";
import { type Resend, traceparentOf } from "../ports/explanation.js";
import { callFacts } from "../views/facts-of-call.js";
import { answerMessageOf } from "../views/message-of-answer.js";
import { iso } from "../views/order-json.js";
import { remarksOf } from "../views/remarks.js";
import type { RequestSummary } from "./request-schema.js";

/** A call as it appears in lists. */
export const requestSummary = (e: Exchange): RequestSummary => ({
  id: requestId(e.id),
  at: iso(e.at),
  operation: e.operation,
  merchantId: e.merchantId,
  merchantReference: e.reference,
  orderId: e.orderId,
  orderStatus: e.orderStatus,
  signature: e.signature,
  responseCode: e.responseCode,
  http: e.http,
  rule: e.rule,
  traceparent: traceparentOf(e),
  ...fateOf(e),
});

/** What became of a call's answer, its warnings, and the lost call that it repeats. */
function fateOf(
  e: Exchange,
): Pick<RequestSummary, "warnings" | "fault" | "reachedClient" | "lost" | "resendOf" | "afterMs"> {
  const { placed: _, resend, ...rest } = remarksOf(e);
  return { ...rest, ...(resend && resendJson(resend)) };
}

export const resendJson = ({ of, afterMs }: Resend) => ({ resendOf: requestId(of), afterMs });

/** A call as the feed tells it, before its answer leaves. `changed`: the orders that its commit wrote. */
export function callEvent(exchange: Exchange, changed: readonly Order[]) {
  const { amount, currency, orderStatus } = callFacts(exchange, changed);
  const message = answerMessageOf(exchange.response);
  const summary = requestSummary(exchange);
  const onItsWay = summary.lost === "not-sent" && { reachedClient: true, lost: undefined };
  return { ...summary, ...onItsWay, message, amount, currency, orderStatusAfter: orderStatus };
}

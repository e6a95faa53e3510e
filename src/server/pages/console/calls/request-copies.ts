import { SUCCESS_CODE } from "../../../../core/facts/codes.js";
import { isPaymentCall } from "../../../../core/scenario/values/operations.js";
import { explainExchange } from "../../../../lane/explain/explain.js";
import type { RequestDetails } from "../../../../lane/explain/request-schema.js";
import { ticketText } from "../../../../lane/explain/why-text.js";
import type { Lane } from "../../../../lane/lane.js";
import type { Exchange } from "../../../../lane/ports/exchange.js";
import { answerMessageOf } from "../../../../lane/views/message-of-answer.js";
import { remarksOf } from "../../../../lane/views/remarks.js";
import { signedCode } from "../../islands/console/command-text.js";
import type { ConsoleVisit } from "../context.js";
import { callByCurl } from "../frame/commands.js";
import { endedAs } from "../lane/rule-form.js";

type Copy = (exchange: Exchange, visit: ConsoleVisit) => string | Promise<string>;

/** The texts that a call is copied as. Each is made when somebody asks for it. */
export const requestCopies: Readonly<Record<string, Copy>> = {
  /** Signed if the server has the key. */
  curl: async ({ operation, merchantId = 0, request }, { lane, context }) =>
    callByCurl(lane.baseUrl, operation, (await context.sign(lane, merchantId, request)) ?? { request }),
  code: ({ operation, request }) => signedCode(operation).replace("{body}", () => JSON.stringify(request)),
  rule: ruleText,
  ticket: async (exchange, visit) => {
    const explained = await explainExchange(visit.lane, exchange, () => otherLanes(visit));
    return ticketText({ kind: "request", ...(explained as RequestDetails) });
  },
};

/** True if it was a call of the payment API, which can be repeated. */
export const isRepeatable = ({ operation, request }: Exchange): boolean => request !== "" && isPaymentCall(operation);

/** The open lanes besides this one, as far as the visitor may see them. */
export async function otherLanes({ lane, context: { lanes } }: ConsoleVisit): Promise<readonly Lane[]> {
  const names = (await lanes.names()).filter((name) => name !== lane.name);
  return names.flatMap((name) => lanes.ifOpen(name) ?? []);
}

/** A rule for a scenario file that answers such calls as this one was answered. */
function ruleText(exchange: Exchange): string {
  const { operation, reference, responseCode } = exchange;
  const { fault, placed } = remarksOf(exchange);
  // A text between slashes would be a pattern.
  const named = reference === undefined || reference.startsWith("/") ? {} : { merchantReference: reference };
  const own = { responseCode, message: answerMessageOf(exchange.response) ?? "" };
  const outcome = endedAs(exchange) ?? (responseCode === SUCCESS_CODE ? "approve" : own);
  const when = { operation, ...named };
  const then = fault === undefined ? { outcome } : { fault, placed };
  return `rules:\n  - when: ${JSON.stringify(when)}\n    times: 1\n    then: ${JSON.stringify(then)}\n`;
}

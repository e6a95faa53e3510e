import * as z from "zod";
import { paymentOperations } from "../../../core/scenario/values/operations.js";
import { CALL_TOOL } from "../../../lane/ports/explanation.js";
import { demoMerchantId } from "../../../package/demo-keys.js";
import { InvalidInput } from "../../../package/errors.js";
import { jsonIn, objectIn } from "../../../package/json.js";
import { jsonProblem } from "../../../package/json-fault.js";
import { indented, withMerchantId, withValueAt } from "../../../package/json-text.js";
import { arrivedCall, postCall, withDemo } from "../../library/call.js";
import { ControlClient, Unreachable } from "../../library/control-client.js";
import type { Fetch } from "../../library/in-process.js";
import { lane, targetOf, tool, toolText } from "../tool.js";
import { withToolNames } from "../tool-names.js";

export const callTool = tool({
  name: "call",
  title: "Make a signed call of the payment API",
  about:
    "Signs the parameters as the demo merchant (merchantId 3 when left out), sends them, and answers {http, body, requestId, why, warnings}. With demo, other missing parameters are filled in: user1 with the stored card 351 (delete-token: 375), a new merchantReference, and the latest order for query, refund and void.",
  input: z.strictObject({
    lane,
    operation: z.enum(paymentOperations),
    params: z
      .union([z.record(z.string(), z.unknown()), z.string()], { error: "an object, or the text of a JSON object" })
      .optional()
      .describe("the operation's parameters; a text of JSON is signed as it is, so that 50.10 stays 50.10"),
    demo: z.boolean().optional(),
  }),
  isReading: false,
  expects: async ({ path }, given) => {
    const { operation } = given as { operation?: unknown };
    const isOfShopper =
      path[0] === "operation" &&
      typeof operation === "string" &&
      /(^|\/)(pay|simulate|complete|authorize|decline|cancel|expire|settle)$/.test(operation);
    return isOfShopper ? `one of ${paymentOperations.join(", ")}. The shopper acts by the tool pay_order` : undefined;
  },
  run: async ({ lane: name, operation, params: given = {}, demo }, context) => {
    const target = targetOf(context, name);
    const api = new ControlClient(target);
    const text = typeof given === "string" ? bodyText(given) : JSON.stringify(given);
    const params = withMerchantId(
      demo ? await withDemo(operation, text, (input) => api.call("GET /orders", input)) : text,
      demoMerchantId,
    );
    const merchantId = Number(objectIn(params)?.merchantId);
    const signer = Number.isSafeInteger(merchantId) && merchantId > 0 ? { merchantId } : {};
    const envelope = await api.call("POST /sign", { body: { params, ...signer } });
    const sent = { operation, request: envelope.request };
    // No Request for the global fetch: it follows the signal of one only until its Request is collected.
    const here: Fetch = (url, given) => {
      const headers = { ...given?.headers, "User-Agent": CALL_TOOL };
      const init = { ...given, headers, signal: AbortSignal.timeout(ANSWER_MS) };
      return target.fetch ? target.fetch(new Request(url, init)) : fetch(url, init);
    };
    const called = await postCall(here, `${target.base}/${operation}`, envelope).catch(async (error: Error) => {
      if (error instanceof Unreachable) throw error;
      throw new InvalidInput(await noAnswer(api, { ...sent, error }));
    });
    const { warnings, http, body } = called;
    const arrived = await arrivedCall(api, { ...sent, requestId: called.requestId });
    const requestId = arrived?.request.id;
    const why = arrived && withToolNames(arrived.explain.advice, target.base);
    const told = toolText({ http, body, requestId, why, warnings, ...(demo && { sent: objectIn(params) }) });
    // The answer's own digits: 50.10, not 50.1.
    return typeof body === "string" ? told : indented(withValueAt(told, ["body"], called.text));
  },
});

/** The real time that an answer may take. A fault or a gate may hold it much longer. */
const ANSWER_MS = 10_000;

type Unanswered = Parameters<typeof arrivedCall>[1] & { readonly error: Error };

/** Says which call got no answer, and why. */
async function noAnswer(api: ControlClient, { error, ...sent }: Unanswered): Promise<string> {
  const { operation } = sent;
  const what = error.name === "TimeoutError" ? `no answer within ${ANSWER_MS / 1000} s` : `no answer: ${error.message}`;
  const call = await arrivedCall(api, sent);
  return call
    ? `${what} (${call.request.id}, ${operation}). ${withToolNames(call.explain.advice)}`
    : `${what} (${operation}). list_requests shows whether it arrived`;
}

/** A text that is signed as it is. */
function bodyText(params: string): string {
  if (objectIn(params)) return params;
  throw new InvalidInput(
    jsonIn(params) === undefined
      ? `params is ${jsonProblem(params)}`
      : "expected params as an object, or as the text of a JSON object",
  );
}

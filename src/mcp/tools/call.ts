import * as z from "zod";
import { completed } from "../../app/views/demo-params.js";
import { postCall } from "../../library/call.js";
import { ControlClient, Unreachable } from "../../library/control-client.js";
import { InvalidInput } from "../../package/errors.js";
import { paymentOperations } from "../../scenario/values/operations.js";
import { lane, targetOf, tool, toolText } from "../tool.js";

export const call = tool({
  name: "call",
  title: "Make a signed call of the payment API",
  about:
    "Signs the parameters as the demo merchant, sends them, and returns the answer with one line that explains it. With demo, missing parameters are filled in: merchant 3, its user1 with the stored card 351, a new merchantReference, and the latest order for query, refund and void.",
  input: z.strictObject({
    lane,
    operation: z.enum(paymentOperations).describe("the operation, such as hosted-checkout/create"),
    params: z.record(z.string(), z.unknown()).optional().describe("the operation's parameters"),
    demo: z.boolean().optional().describe("fill in missing parameters with demo data"),
  }),
  isReading: false,
  run: async ({ lane: name, operation, params: given = {}, demo }, context) => {
    const target = targetOf(context, name);
    const api = new ControlClient(target);
    const [latest] = demo ? (await api.call("GET /orders", { query: { limit: 1 } })).orders : [];
    const reference = `DEMO-${Date.now().toString(36).toUpperCase()}`;
    const params = demo ? completed(operation, given, { latest, reference }) : given;
    const envelope = await api.call("POST /sign", { body: { params } });
    const here = (url: Parameters<typeof fetch>[0], init?: RequestInit) =>
      (target.fetch ?? fetch)(new Request(url, init));
    const called = await postCall(here, `${target.base}/${operation}`, envelope).catch((error: Error) => {
      if (error instanceof Unreachable) throw error;
      throw new InvalidInput(`call: no answer came (${error.message}): explain_request says why`);
    });
    const { requestId, warnings, http, body } = called;
    const why = requestId && (await api.call("GET /requests/{id}", { params: { id: requestId } })).explain.advice;
    return toolText({ http, body, requestId, why, warnings });
  },
});

import * as z from "zod";
import { explainExchange, requestSummary } from "../app/explain/explain.js";
import { requestDetailsSchema, requestSummarySchema } from "../app/explain/request-schema.js";
import type { Lane } from "../app/lane.js";
import { readRequestId } from "../app/ports/exchange.js";
import { named } from "../scenario/public-schemas.js";
import { call, ok } from "./call.js";
import { notFound } from "./errors.js";
import { before, limit, readId, whole } from "./parameters.js";

export const requestFilters = named(
  "RequestFilter",
  z.strictObject({
    operation: z.string().optional().describe("the path without its first slash, or checkout/pay and the like"),
    merchantId: whole.optional().describe("calls of this merchant"),
    merchantReference: z.string().optional().describe("calls about the order of this reference"),
    orderId: whole.optional().describe("calls about this order"),
    responseCode: z.string().optional().describe("calls that were answered so"),
    before,
    limit,
  }),
);

/** Why there is no such request, and what to do about it. */
async function whereItIs({ store }: Lane, id: number | undefined): Promise<string> {
  const dropped = await store.views.droppedExchanges();
  return id !== undefined && id > 0 && id <= dropped
    ? `the journal has dropped the ${dropped} oldest calls: start with a larger --journal-bytes`
    : "the answer's header X-Sandbox-Request-Id names it; mind the lane";
}

/** What was called, what was answered, and why. Everything answered is there. */
export const requestCalls = [
  call({
    method: "GET",
    path: "/requests",
    summary: "Calls and their answers, newest first",
    query: requestFilters,
    answers: { 200: z.strictObject({ requests: z.array(requestSummarySchema) }) },
    run: async ({ lane, query }) => ok({ requests: (await lane.store.views.exchanges(query)).map(requestSummary) }),
  }),
  call({
    method: "GET",
    path: "/requests/{id}",
    summary: "A call, its answer, and why it went so",
    params: { id: "req-12, or its number alone" },
    answers: { 200: requestDetailsSchema },
    run: async ({ lane, params }) => {
      const id = readRequestId(params.id) ?? readId(params.id);
      const exchange = id === undefined ? undefined : await lane.store.views.exchange(id);
      return exchange
        ? ok(await explainExchange(lane, exchange))
        : notFound(`request ${params.id}`, await whereItIs(lane, id));
    },
  }),
] as const;

import * as z from "zod";
import { similarOperation } from "../../../core/scenario/conditions/when.js";
import { type Then, thenSchema } from "../../../core/scenario/effects/effects.js";
import { sentence } from "../../../core/scenario/values/issues.js";
import { isOperation, isPaymentCall } from "../../../core/scenario/values/operations.js";
import { namedObject } from "../../../core/scenario/values/public-schemas.js";
import { explainExchange } from "../../../lane/explain/explain.js";
import { requestDetailsSchema, requestSummarySchema } from "../../../lane/explain/request-schema.js";
import { requestSummary } from "../../../lane/explain/request-summary.js";
import type { Lane } from "../../../lane/lane.js";
import type { Exchange } from "../../../lane/ports/exchange.js";
import { readRequestId, requestId } from "../../../lane/ports/exchange.js";
import { traceparentOf } from "../../../lane/ports/explanation.js";
import { isName, NAME_RULE, readId } from "../../../lane/ports/name.js";
import { putRule } from "../../../lane/rules/rule-changes.js";
import { idsOf } from "../../../lane/traces/trace-context.js";
import { forkPointsOf } from "../../../lane/views/history/fork-points.js";
import { each, newestOf, picked } from "../../../lane/views/list-pages.js";
import { call, created, ok } from "../call.js";
import { noName, notFound, refuse } from "../http/errors.js";
import { beforeOf, fromOne, limit, next, numberIn } from "../http/parameters.js";
import { infoOf, laneExists, laneSchema } from "../world/lanes.js";

export const requestFilters = namedObject("RequestFilter", {
  operation: z
    .string()
    .optional()
    .describe("the path without its first slash, * allowed, or an action of a page such as checkout/pay"),
  merchantId: fromOne.optional().describe("calls of this merchant"),
  merchantReference: z.string().optional().describe("calls about orders with this reference, * allowed"),
  orderId: fromOne.optional().describe("calls about this order"),
  responseCode: z.string().optional().describe("calls with this response code"),
  traceId: z
    .string()
    .regex(/^[\da-f]{32}$/, { error: "32 hexadecimal digits in lower case" })
    .optional()
    .describe("calls of this trace: the 32 digits of its W3C traceparent"),
  bodies: z
    .literal([true, "true"], { error: "true" })
    .optional()
    .meta({
      description: "true: with the texts of each call and its answer, which `import` and `compare` read",
      override: { type: "boolean", enum: [true] },
    }),
  before: beforeOf("req"),
  limit,
});

type Filters = z.output<typeof requestFilters>;

/** Unknown paths are recorded, too, so that the operations of a pattern are no list. */
function listed({ store: { views } }: Lane, filters: Filters) {
  const { operation, merchantReference, traceId, bodies: _, before, limit, ...rest } = filters;
  const [name, reference] = [picked(operation), picked(merchantReference)];
  const asked = { ...rest, operation: name.text, merchantReference: reference.text };
  return newestOf<Exchange>(
    (part) => views.exchanges({ ...asked, ...part }),
    { before: numberIn(before), limit },
    each(
      name.fits && ((one) => name.fits(one.operation)),
      reference.fits && ((one) => reference.fits(one.reference ?? "")),
      traceId === undefined ? undefined : (one) => traceIdOf(one) === traceId,
    ),
  );
}

function traceIdOf(one: Exchange): string | undefined {
  const traceparent = traceparentOf(one);
  return traceparent === undefined ? undefined : idsOf(traceparent).traceId;
}

/** The refusal of a name that no operation has, and no call either. */
const unknownOperation = (operation: string) =>
  refuse(
    400,
    "invalid-body",
    `operation: ${sentence({ what: `no operation is called ${JSON.stringify(operation)}, and no such call was made`, ...similarOperation(operation) })}`,
    "correct operation",
  );

const withBodies = (one: Exchange) => ({ ...requestSummary(one), request: one.request, response: one.response });

/** Explains why there is no such request, and the next step. */
async function whereItIs({ store }: Lane, text: string, id: number | undefined): Promise<string> {
  const [named] = id === undefined ? await store.views.exchanges({ merchantReference: text, limit: 1 }) : [];
  if (named)
    return `${requestId(named.id)} is the newest with this merchantReference; GET /_sandbox/requests?merchantReference=${encodeURIComponent(text)} lists all`;
  const dropped = await store.views.droppedExchanges();
  return id !== undefined && id > 0 && id <= dropped
    ? `the journal has dropped the ${dropped} oldest calls: start with a larger --journal-bytes`
    : "the id is in the answer's header X-Sandbox-Request-Id; check the lane";
}

const forkBody = namedObject("ForkBefore", {
  lane: z.string({ error: "a name for the new lane" }).describe(NAME_RULE),
  then: thenSchema.optional().describe("the effects on the call when it is repeated there, once"),
});

/**
 * Adds a rule for the next call of the payment API. For an act on a page, the rule is for the next act of the same
 * kind.
 */
const putAgain = (lane: Lane, operation: string, then: Then) =>
  isPaymentCall(operation)
    ? putRule(lane, { times: 1, then }, "next")
    : putRule(lane, { when: { operation }, times: 1, then }, "control");

/** Calls about requests, their answers, and the reasons. Every answered request is listed. */
export const requestCalls = [
  call("GET /requests", "Calls and their answers, newest first", {
    query: requestFilters,
    answers: { 200: z.strictObject({ requests: z.array(requestSummarySchema), next }) },
    run: async ({ lane, query }) => {
      const { items, next } = await listed(lane, query);
      const { operation } = query;
      if (operation !== undefined && items.length === 0 && !isOperation(operation)) {
        const any = await listed(lane, { operation, limit: 1 });
        if (any.items.length === 0) return unknownOperation(operation);
      }
      const requests = items.map(query.bodies ? withBodies : requestSummary);
      return ok({ requests, next: next && requestId(next) });
    },
  }),
  call("GET /requests/{id}", "A call, its answer, and the reasons", {
    params: { id: "req-12, or only its number" },
    answers: { 200: requestDetailsSchema },
    run: async ({ context: { lanes }, lane, params }) => {
      const id = readRequestId(params.id) ?? readId(params.id);
      const exchange = id === undefined ? undefined : await lane.store.views.exchange(id);
      const others = async () =>
        (await lanes.names()).flatMap((name) => (name === lane.name ? [] : (lanes.ifOpen(name) ?? [])));
      return exchange
        ? ok(await explainExchange(lane, exchange, others))
        : notFound(`request ${params.id}`, await whereItIs(lane, params.id, id));
    },
  }),
  call("POST /requests/{id}/fork", "Opens a copy of this lane from just before a call", {
    params: {
      id: 'req-12, or only its number; only of calls that came while `curl -N "$PAYMENT_SANDBOX_URL/_sandbox/events?forks=true"` ran, because copies are kept while that is read',
    },
    body: forkBody,
    looks: true,
    answers: { 201: laneSchema },
    run: async ({ context: { lanes }, lane, params, body }) => {
      const id = readRequestId(params.id) ?? readId(params.id);
      const bytes = id === undefined ? undefined : forkPointsOf(lane).before(id);
      if (!bytes)
        return notFound(
          `fork point before ${params.id}`,
          "copies are kept while GET /_sandbox/events?forks=true is read, as the console does; not in PostgreSQL",
        );
      if (!isName(body.lane)) return noName(body.lane);
      const forked = await lanes.add(body.lane, { bytes });
      if (!forked) return laneExists(body.lane);
      const exchange = await lane.store.views.exchange(id!);
      if (body.then && exchange) await putAgain(forked, exchange.operation, body.then);
      return created(await infoOf(lanes, forked));
    },
  }),
];

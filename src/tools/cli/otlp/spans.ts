import { createHash, randomBytes } from "node:crypto";
import {
  type Attributes,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { type IdGenerator, RandomIdGenerator } from "@opentelemetry/sdk-trace";
import { isPaymentCall } from "../../../core/scenario/values/operations.js";
import { requestId } from "../../../lane/ports/exchange.js";
import type { Delivery, Notifier } from "../../../lane/ports/notifier.js";
import type { OutboxEntry } from "../../../lane/ports/outbox.js";
import { flagsOf, idsOf } from "../../../lane/traces/trace-context.js";
import type { CallTold } from "../server/activity.js";

type Ids = Pick<SpanContext, "traceId" | "spanId">;

/** Gives the next span the ids that were set before, or else random ones. */
export class OwnIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  next: Ids | undefined;

  generateTraceId(): string {
    return this.next?.traceId ?? this.#random.generateTraceId();
  }

  generateSpanId(): string {
    return this.next?.spanId ?? this.#random.generateSpanId();
  }
}

/**
 * The sandbox's spans: one for each call, act on a page, and delivery attempt. The ids of a call's span are derived
 * from the call, so that its notifications can find their parent later. With a traceparent, this works on other nodes
 * too.
 */
export class Spans {
  readonly #tracer: Tracer;
  readonly #ids: OwnIds;
  /** Makes ids of calls without a traceparent differ from those of other processes. */
  readonly #salt = randomBytes(16).toString("hex");

  constructor(tracer: Tracer, ids: OwnIds) {
    this.#tracer = tracer;
    this.#ids = ids;
  }

  /** Creates the span of a call that was just answered. */
  answered(call: CallTold): void {
    const { operation, traceparent, ms = 0, lane, requestId: id, fault } = call;
    const endedAt = performance.timeOrigin + performance.now();
    this.#ids.next = this.#idsOfCall(lane, id, traceparent);
    const kind = isPaymentCall(operation) ? SpanKind.SERVER : SpanKind.INTERNAL;
    const startTime = endedAt - ms;
    const span = this.#tracer.startSpan(
      operation,
      { kind, startTime, attributes: attributesOf(call) },
      under(traceparent),
    );
    this.#ids.next = undefined;
    if (fault !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: fault });
    span.end(endedAt);
  }

  /** Creates a span for each attempt. The request contains this span's own traceparent. */
  notifierOf(lane: string, notifier: Notifier): Notifier {
    return {
      deliver: (entry, ...rest) => this.#deliver(lane, entry, (own) => notifier.deliver(own, ...rest)),
      objection: async (url) => notifier.objection?.(url),
      visit: async (url) => (await notifier.visit?.(url)) ?? null,
      close: () => notifier.close(),
    };
  }

  async #deliver(
    lane: string,
    entry: OutboxEntry,
    deliver: (entry: OutboxEntry) => Promise<Delivery>,
  ): Promise<Delivery> {
    const { traceparent } = entry.effects;
    const cause = this.#idsOfCall(lane, requestId(entry.causedBy), traceparent);
    const parent = { ...cause, traceFlags: flagsOf(traceparent), isRemote: false };
    const span = this.#tracer.startSpan(
      `notification ${entry.kind}`,
      { kind: SpanKind.CLIENT, attributes: attributesOfAttempt(lane, entry) },
      trace.setSpanContext(ROOT_CONTEXT, parent),
    );
    try {
      const effects = { ...entry.effects, traceparent: traceparentText(span.spanContext()) };
      const delivery = await deliver({ ...entry, effects });
      if (delivery.status !== null) span.setAttribute("http.response.status_code", delivery.status);
      if (delivery.why !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: delivery.why });
      return delivery;
    } finally {
      span.end();
    }
  }

  #idsOfCall(lane: string, id: string, traceparent: string | undefined): Ids {
    const hash = createHash("sha256")
      .update(`${traceparent ?? this.#salt} ${lane} ${id}`)
      .digest("hex");
    return { traceId: traceparent ? idsOf(traceparent).traceId : hash.slice(0, 32), spanId: hash.slice(32, 48) };
  }
}

const under = (traceparent: string | undefined) =>
  traceparent === undefined
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, { ...idsOf(traceparent), traceFlags: flagsOf(traceparent), isRemote: true });

const traceparentText = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;

const attributesOf = (call: CallTold): Attributes =>
  said({
    "http.route": isPaymentCall(call.operation) ? `/${call.operation}` : undefined,
    "payment_sandbox.lane": call.lane,
    "payment_sandbox.request_id": call.requestId,
    "payment_sandbox.response_code": call.responseCode,
    "payment_sandbox.merchant_reference": call.merchantReference,
    "payment_sandbox.order_status": call.orderStatus,
    "payment_sandbox.rule": call.rule,
    "payment_sandbox.fault": call.fault,
  });

function attributesOfAttempt(lane: string, { url, id, orderId, reference, attemptCount }: OutboxEntry): Attributes {
  const { hostname, port, protocol, pathname } = new URL(url);
  return said({
    "http.request.method": "POST",
    // Without the query, which may contain a secret.
    "server.address": hostname,
    "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
    "url.path": pathname,
    "payment_sandbox.lane": lane,
    "payment_sandbox.notification_id": id,
    "payment_sandbox.order_id": orderId,
    "payment_sandbox.merchant_reference": reference,
    "payment_sandbox.attempt": attemptCount + 1,
  });
}

const said = (attributes: Readonly<Record<string, string | number | undefined>>): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

import { formatInstant } from "../../../core/domain/money.js";
import { requestId } from "../../../lane/ports/exchange.js";
import type { TimelineEvent } from "../schema/timeline-schema.js";
import { type Fact, factsIn, type LaneFacts } from "./facts.js";

/** How much of a shop's answer is shown. */
const SHOWN_CHARS = 80;

/** The events of all lanes of a run in one timeline, oldest first. */
export const timelineOf = (lanes: readonly LaneFacts[]): TimelineEvent[] =>
  factsIn({ lanes })
    .toSorted((a, b) => a.ms - b.ms)
    .map(eventOf);

function eventOf(fact: Fact): TimelineEvent {
  const when = {
    ms: Math.round(fact.ms),
    at: formatInstant(fact.at),
    lane: fact.lane,
    orderId: fact.orderId ?? null,
    reference: fact.reference ?? null,
  };
  switch (fact.kind) {
    case "call":
      return {
        kind: "call",
        ...when,
        request: requestId(fact.id),
        operation: fact.operation,
        by: fact.by,
        amount: fact.amount === undefined ? null : fact.amount / 100,
        http: fact.http,
        responseCode: fact.responseCode,
        message: fact.message ?? null,
        fault: fact.fault ?? null,
        placed: fact.placed ?? null,
        isMutated: fact.isMutated,
        orderStatus: fact.orderStatus ?? null,
        resendOf: fact.arrival?.resend ? requestId(fact.arrival.resend.of) : null,
        afterMs: fact.arrival?.resend?.afterMs ?? null,
      };
    case "notification":
      return {
        kind: "notice",
        ...when,
        notification: fact.id,
        attempt: fact.attempt,
        isGenuine: fact.forged === undefined,
        forged: fact.forged ?? null,
        says: { ...fact.says },
        status: fact.status,
        answer: fact.answer.slice(0, SHOWN_CHARS),
        tookMs: fact.tookMs,
        why: fact.why,
      };
    case "money":
      return {
        kind: "money",
        ...when,
        what: fact.what,
        amount: fact.amount / 100,
        currency: fact.currency,
        request: requestId(fact.call),
      };
    case "redirect":
      return { kind: "redirect", ...when, to: fact.to, status: fact.status };
  }
}

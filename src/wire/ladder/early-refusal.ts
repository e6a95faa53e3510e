import { assertAsChecked, type CheckedBy } from "../../app/commands/checked-by.js";
import type { Lane } from "../../app/lane.js";
import { type Exchange, requestId, type SignatureState } from "../../app/ports/exchange.js";
import type { CallWarning } from "../../app/ports/explanation.js";
import { laneState } from "../../app/ports/reads.js";
import type { Work } from "../../app/ports/store.js";
import type { AssumptionId } from "../../facts/assumptions.js";
import type { AnswerName } from "../../facts/codes.js";
import type { Envelope } from "./envelope.js";
import { bareExchange, lenientSubject } from "./lenient-subject.js";
import { refusalAnswer } from "./refusal.js";
import type { Reply } from "./reply.js";

/** A refused call. */
export interface Refused {
  readonly name: AnswerName;
  readonly detail?: string | undefined;
  readonly assumes?: readonly AssumptionId[] | undefined;
  readonly request: string;
  readonly signature?: SignatureState;
  readonly signatureFault?: string | undefined;
  readonly envelope?: Envelope;
  readonly warnings?: readonly CallWarning[] | undefined;
  readonly traceparent?: string | undefined;
}

/** Refuses a call before any decision. Only the journal records it. */
export function refuseEarly(
  lane: Lane,
  checkedBy: CheckedBy | undefined,
  operation: string,
  { name, detail, assumes, request, signature = "unchecked", signatureFault, envelope, warnings, traceparent }: Refused,
): Promise<Reply> {
  const subject = lenientSubject(operation, envelope?.params ?? {});
  return lane.store.transact(function* (fresh): Work<Reply> {
    const state = yield* laneState();
    if (checkedBy) yield* assertAsChecked(lane, state, checkedBy);
    const { http, responseCode, body, assumed, observed } = refusalAnswer(lane.choices.inForce(state), name, {
      detail,
      assumes,
    });
    const { scenarios } = lane.rules.inForce(state);
    const exchange: Exchange = {
      ...bareExchange(state, subject, request),
      id: fresh.exchangeId(),
      signature,
      responseCode,
      http,
      response: body,
      explain: JSON.stringify({
        scenarios,
        subject,
        matched: [],
        assumed,
        detail,
        ended: name,
        signatureFault,
        warnings,
        traceparent,
      }),
    };
    const result = {
      http,
      body,
      requestId: requestId(exchange.id),
      signature,
      signatureFault,
      assumed,
      observed,
      warnings,
      traceparent,
      delayMs: 0,
    };
    return { result, exchange };
  });
}

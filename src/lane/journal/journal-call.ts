import { withoutCardNumbers } from "../../core/domain/card-text.js";
import type { Order, OrderStatus } from "../../core/domain/order.js";
import type { Policy } from "../../core/facts/assumptions.js";
import type { Fired } from "../../core/scenario/matching/choose.js";
import { isPaymentCall } from "../../core/scenario/values/operations.js";
import type { Subject } from "../../core/scenario/values/subject.js";
import { type Exchange, requestId, type SignatureState } from "../ports/exchange.js";
import { type Arrival, type CallWarning, type Explanation, notesOf, type Received } from "../ports/explanation.js";
import type { LaneState } from "../ports/lane-record.js";
import { evolved } from "./evolve-answer.js";
import type { Answer, Reply } from "./reply.js";
import type { Result } from "./result.js";

/** A call as it arrived. */
export interface ArrivedCall {
  /** For the journal: contains no full card number if it is an act on a page. */
  readonly request: string;
  /** Its whole body, which is not kept. Absent if none was read. */
  readonly body?: string | undefined;
  /** Absent: it is an act that nobody signs. */
  readonly signature?: SignatureState | undefined;
  /** Why an invalid signature is invalid. */
  readonly signatureFault?: string | undefined;
  /** For example, unknown parameters. */
  readonly warnings?: readonly CallWarning[] | undefined;
  /** The call's W3C traceparent. Absent if there was none, or if it was invalid. */
  readonly traceparent?: string | undefined;
  readonly arrival?: Arrival | undefined;
  readonly received?: Received | undefined;
}

/** A call with its result, decided or not. */
export interface AnsweredCall {
  readonly id: number;
  readonly call: ArrivedCall;
  /** The call's own members and those of its order. The journal's columns are taken from it. */
  readonly subject: Subject;
  /** The order that it is about. Absent: the journal has the id and the reference that the call names. */
  readonly about?: Pick<Order, "id" | "reference"> | "none" | undefined;
  /** The status of `about` before the call. Absent: it is that of `subject`. */
  readonly statusBefore?: OrderStatus | undefined;
  readonly answer: Answer;
  readonly result: Result;
  readonly fired?: Fired | undefined;
  /** True if the rule's decline waits for the first attempt on the page that the call opened. */
  readonly isCarried?: boolean | undefined;
  /** Members of the explanation that only this kind of call has. */
  readonly why?: Partial<
    Pick<
      Explanation,
      | "scenarios"
      | "matched"
      | "advice"
      | "forbidden"
      | "unsettledMinor"
      | "clockAheadMs"
      | "isRepeated"
      | "hasMadeMerchant"
    >
  >;
}

/** The call's entry in the journal, and its reply. The only place that makes either. */
export function journalCall(
  { now: at, clock, assumptions }: Pick<LaneState, "now" | "clock" | "assumptions">,
  answered: AnsweredCall,
): { readonly exchange: Exchange; readonly reply: Reply } {
  const { id, call, subject, about, statusBefore, answer, result, fired, isCarried } = answered;
  const { signature = "unchecked", signatureFault, warnings, traceparent } = call;
  const isUnwaited = clock.mode === "frozen" && fired?.delayMs !== undefined;
  const rule = fired && ruleNameOf(fired);
  const named = about === undefined ? { id: subject.orderId, reference: subject.merchantReference } : about;
  const { id: orderId, reference } = named === "none" ? { id: undefined, reference: subject.merchantReference } : named;
  const delayMs = isUnwaited ? 0 : (fired?.delayMs ?? 0);
  const isUnsent =
    fired !== undefined && isPaymentCall(subject.operation) && holdsBack(fired, delayMs) ? true : undefined;
  const choices = assumptions && madeAmong(answer.assumed, assumptions);
  const explanation = explanationOf(answered, { choices, isUnwaited: isUnwaited || undefined, isUnsent });
  const exchange: Exchange = {
    id,
    at,
    operation: subject.operation,
    merchantId: subject.merchantId === undefined ? undefined : Number(subject.merchantId),
    reference,
    orderId,
    orderStatus: statusBefore ?? subject.orderStatus,
    cardType: subject.cardType,
    signature,
    responseCode: answer.responseCode,
    http: answer.http,
    request: withoutCardNumbers(call.request, subject.merchantReference),
    response: answer.body,
    rule,
    explain: JSON.stringify(explanation),
  };
  const evolve = fired?.then.evolve;
  const reply: Reply = {
    http: answer.http,
    responseCode: answer.responseCode,
    assumed: answer.assumed,
    observed: answer.observed,
    body: evolve === undefined ? answer.body : evolved(answer.body, evolve),
    requestId: requestId(id),
    operation: subject.operation,
    arrival: call.arrival,
    sent: call.body,
    at,
    result,
    signature,
    signatureFault,
    warnings,
    notes: notesOf(exchange, explanation),
    traceparent,
    rule,
    isCarried,
    delayMs,
    isUnsent,
    fault: fired?.then.fault ?? (call.arrival?.resend?.isLost && call.arrival.resend.fault),
    copies: fired?.then.copies,
  };
  return { exchange, reply };
}

/** The choices about these assumptions among a lane's own. Undefined if it has none. */
function madeAmong(assumed: readonly string[], own: Partial<Policy>): Partial<Policy> | undefined {
  const made = Object.entries(own).filter(([id]) => assumed.includes(id));
  return made.length === 0 ? undefined : Object.fromEntries(made);
}

/** True if the answer waits after its commit. What a fault does to it is known at once. */
const holdsBack = ({ then: { fault, gate, notify } }: Fired, delayMs: number): boolean =>
  fault === undefined && (delayMs > 0 || gate !== undefined || notify?.before === "answer");

/** Everything that cannot be derived from the exchange. Undefined members are fine here: JSON leaves them out. */
function explanationOf(
  { call, subject, answer, result, fired, isCarried, why = {} }: AnsweredCall,
  { choices, isUnwaited, isUnsent }: Pick<Explanation, "choices" | "isUnwaited" | "isUnsent">,
): Explanation {
  return {
    scenarios: why.scenarios ?? "",
    subject: subject.cardNumber === undefined ? subject : { ...subject, cardNumber: undefined },
    matched: why.matched ?? NONE,
    assumed: answer.assumed.length > 0 ? answer.assumed : undefined,
    choices,
    detail: result.kind === "refused" ? result.detail : undefined,
    ended: result.kind === "refused" ? result.reason : result.kind === "declined" ? result.decline : undefined,
    forbidden: why.forbidden,
    unsettledMinor: why.unsettledMinor,
    clockAheadMs: why.clockAheadMs,
    isRepeated: why.isRepeated,
    hasMadeMerchant: why.hasMadeMerchant,
    signatureFault: call.signatureFault,
    warnings: call.warnings,
    traceparent: call.traceparent,
    effects: fired && effectsOf(fired),
    advice: why.advice ?? (fired && isCarried ? carriedAdvice(fired) : undefined),
    arrival: call.arrival,
    received: call.received && { ...call.received, body: call.received.body && shownBody(call.received.body) },
    isUnwaited,
    isUnsent,
  };
}

const NONE: readonly never[] = [];

/** How much is kept of a body that could not be read. */
const BODY_SHOWN = 2000;

function shownBody(body: string): string {
  const start = body.slice(0, 2 * BODY_SHOWN).replace(/(\\?"signature\\?"\s*:\s*\\?"|\bsignature=)[^"\\&]*/g, "$1…");
  const text = withoutCardNumbers(start);
  return text.length > BODY_SHOWN || body.length > 2 * BODY_SHOWN
    ? `${text.slice(0, BODY_SHOWN)}… (${body.length} characters)`
    : text;
}

const carriedAdvice = (fired: Fired): string =>
  `Rule "${ruleNameOf(fired)}" declines the first attempt on this page: ${fired.then.outcome}.`;

const effectsOf = ({ then, delayMs }: Fired) => ({ ...then, ...(delayMs !== undefined && { delayMs }) });

export const ruleNameOf = ({ rule: { id, rule } }: Fired): string => rule.name ?? id;

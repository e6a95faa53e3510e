import { styleText } from "node:util";
import { SUCCESS_CODE } from "../../../core/facts/codes.js";
import { isPaymentCall } from "../../../core/scenario/values/operations.js";
import type { RequestSummary } from "../../../lane/explain/request-schema.js";
import type { callEvent } from "../../../lane/explain/request-summary.js";
import type { Attempted } from "../../../lane/notifications/delivery-lane.js";
import { DEFAULT_LANE } from "../../../lane/ports/name.js";
import type { NotificationState } from "../../../lane/ports/outbox.js";
import { idsOf } from "../../../lane/traces/trace-context.js";
import { type CallFacts, callMoney } from "../../../lane/views/facts-of-call.js";
import { printableLine } from "../../../package/printable.js";

type Summary = Pick<RequestSummary, "operation" | "responseCode" | "rule" | "warnings" | "resendOf" | "afterMs">;

/** A call of the payment API, or an action of a page. Its `responseCode` is empty if a fault cut it before it was read. */
export interface CallTold extends Summary, Partial<CallFacts> {
  readonly kind: "call";
  readonly lane: string;
  readonly requestId: string;
  readonly message?: string | undefined;
  /** Milliseconds until the answer was sent. Undefined if not measured. */
  readonly ms?: number | undefined;
  /** The fault that replaced the answer. */
  readonly fault?: string | undefined;
}

/** One attempt to deliver a notification. */
type AttemptTold = Omit<Attempted, "at" | "id"> & { readonly lane: string; readonly notification: number };

/** A sandbox's events, for `start` and `tail`. */
export type Activity = CallTold | AttemptTold;

type CallEvent = ReturnType<typeof callEvent>;

/** A call, as the feed of events tells it. */
export const callTold = ({ id, orderStatusAfter: orderStatus, ...event }: CallEvent, lane: string): CallTold => ({
  ...event,
  ...{ kind: "call" as const, lane, requestId: id, orderStatus },
});

export const attemptTold = (
  { id, at: _, ...attempt }: Omit<Attempted, "at"> & { at: unknown },
  lane: string,
): AttemptTold => ({
  ...attempt,
  ...{ lane, notification: id },
});

/** How many calls may wait for their answer. Above that, the oldest is told without its duration. */
const UNANSWERED_MAX = 1000;

/** Tells of each call when its answer is sent, because its duration is known then. An act on a page has no answer. */
export class Unanswered {
  readonly #calls = new Map<string, CallTold>();
  readonly #tell: (call: CallTold) => void;

  constructor(tell: (call: CallTold) => void) {
    this.#tell = tell;
  }

  called(call: CallTold): void {
    this.#calls.set(call.requestId, call);
    const [oldest] = this.#calls.keys();
    if (!isPaymentCall(call.operation)) this.answered(call.requestId);
    else if (this.#calls.size > UNANSWERED_MAX) this.answered(oldest!);
  }

  answered(id: string, ms?: number): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (call) this.#tell({ ...call, ms });
  }
}

export interface LineOptions {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly hasColour: boolean;
}

/** One line for people, coloured by its result. */
export function activityLine(activity: Activity, { at, hasColour }: LineOptions): string {
  const time = new Date(at).toISOString().slice(11, 23);
  const line = activity.kind === "call" ? callText(activity) : attemptText(activity);
  const text = printableLine(`${time} ${activity.lane} ${line}`);
  return hasColour ? styleText(colourOf(activity), text, { validateStream: false }) : text;
}

function callText(call: CallTold): string {
  const {
    lane,
    requestId,
    operation,
    responseCode,
    message,
    ms,
    rule,
    fault,
    warnings,
    traceparent,
    resendOf,
    afterMs,
  } = call;
  const { merchantReference, orderStatus } = call;
  return [
    operation,
    fault && (responseCode === "" ? `${fault} before it was carried out` : `${fault} instead of`),
    responseCode,
    message,
    merchantReference,
    callMoney(call),
    orderStatus,
    resendOf && `(same bytes as ${resendOf}, ${afterMs} ms after its answer was lost)`,
    warnings && `(${warnings.join("; ")})`,
    rule && `[${rule}]`,
    ms === undefined ? undefined : `${Math.round(ms)} ms`,
    traceText(traceparent),
    hint(requestId, lane),
  ]
    .filter(Boolean)
    .join(" ");
}

const traceText = (traceparent: string | undefined): string | undefined =>
  traceparent && `trace ${idsOf(traceparent).traceId}`;

/** The command that explains it. */
const hint = (id: string, lane: string): string => `→ why ${id}${lane === DEFAULT_LANE ? "" : ` --lane ${lane}`}`;

function attemptText(told: AttemptTold): string {
  const { lane, notification, orderId, merchantReference, attempt, status, why, warning, state, traceparent } = told;
  const about =
    orderId === undefined ? "" : ` of order ${orderId}${merchantReference ? ` (${merchantReference})` : ""}`;
  const said = why ?? warning;
  const answered = `${status ?? "no answer"}${said === undefined ? "" : ` (${said})`}`;
  const line = `notification ${notification}${about}, attempt ${attempt}: ${answered}, ${states[state]}`;
  return [line, traceText(traceparent), hint(`notification-${notification}`, lane)].filter(Boolean).join(" ");
}

/** A notification's state after an attempt. */
const states: Readonly<Record<NotificationState, string>> = {
  due: "comes again",
  "in-flight": "on its way",
  acknowledged: "acknowledged",
  "gave-up": "given up",
  held: "held",
  dropped: "dropped",
  refused: "refused",
};

function colourOf(activity: Activity): "green" | "yellow" | "red" {
  if (activity.kind === "call") {
    if (activity.fault !== undefined || activity.resendOf !== undefined || activity.warnings) return "yellow";
    return activity.responseCode === SUCCESS_CODE ? "green" : "red";
  }
  if (activity.state === "acknowledged") return activity.warning === undefined ? "green" : "red";
  return activity.state === "due" || activity.state === "held" ? "yellow" : "red";
}

import { isPaymentCall } from "../../../core/scenario/values/operations.js";
import type { Lane } from "../../../lane/lane.js";
import { type Exchange, requestId } from "../../../lane/ports/exchange.js";
import { type Resend, warningText } from "../../../lane/ports/explanation.js";
import type { Log } from "../../../lane/ports/log.js";
import { type CallFacts, callFacts } from "../../../lane/views/facts-of-call.js";
import { answerMessageOf } from "../../../lane/views/message-of-answer.js";
import type { LogFormat, LogLevel } from "../../../server/options/options.js";
import type { WatchedCall } from "../../../server/payment-api/http/call-watch.js";
import type { ServerHooks } from "../../../server/server.js";
import { type Activity, activityLine, type CallTold } from "./activity.js";

export interface LiveLogOptions {
  readonly format: LogFormat;
  /** Undefined if the user chose no level. */
  readonly level: LogLevel | undefined;
  /** True if people are watching. */
  readonly isTerminal: boolean;
  readonly hasColour: boolean;
  readonly write: (line: string) => void;
  readonly log: Log;
}

/** Hears of each call, page act and notification attempt. */
export type ActivityListener = (activity: Activity) => void;

/** Prints what it hears. Undefined if nobody wants that. */
export function liveLog({
  format,
  level,
  isTerminal,
  hasColour,
  write,
  log,
}: LiveLogOptions): ActivityListener | undefined {
  const isWanted = level === undefined ? isTerminal : level === "debug" || level === "info";
  if (!isWanted || format === "silent") return undefined;
  return format === "json"
    ? (activity) => log.info(activity.kind, factsOf(activity))
    : (activity) => write(`${activityLine(activity, { at: Date.now(), hasColour })}\n`);
}

/** `message` would collide with the log's own member, so it is renamed. */
function factsOf(activity: Activity) {
  if (activity.kind === "notification") {
    const { kind: _, ...facts } = activity;
    return facts;
  }
  const { kind: _, responseCode, message: responseMessage, warnings, ms, ...facts } = activity;
  return { ...facts, ms: ms && Math.round(ms), responseCode, responseMessage, warnings: warnings?.join("; ") };
}

/** How many calls per lane may wait for their answer. Above that, the oldest is printed without its facts. */
const UNANSWERED_MAX = 1000;

/** Tells each listener of each call, page act and notification attempt. Without any, nothing is watched or measured. */
export function activityHooks(...all: readonly (ActivityListener | undefined)[]): ServerHooks {
  const listeners = all.filter((listener) => listener !== undefined);
  if (listeners.length === 0) return {};
  const tell: ActivityListener = (activity) => {
    for (const listener of listeners) listener(activity);
  };
  const unanswered = new WeakMap<Lane, Map<string, CallFacts>>();
  const factsOfAnswered = (lane: Lane, id: string): CallFacts | undefined => {
    const facts = unanswered.get(lane)?.get(id);
    unanswered.get(lane)?.delete(id);
    return facts;
  };
  return {
    answered: (lane, call) => tell({ ...callTold(lane, call), ...factsOfAnswered(lane, call.reply.requestId) }),
    opened: (lane) => {
      const calls = new Map<string, CallFacts>();
      unanswered.set(lane, calls);
      lane.waiting.watch((changes) => {
        const { exchange, orders = [] } = changes ?? {};
        if (!exchange) return;
        const facts = callFacts(
          exchange,
          orders.map(({ after }) => after),
        );
        if (!isPaymentCall(exchange.operation)) return tell({ ...actionTold(lane, exchange), ...facts });
        calls.set(requestId(exchange.id), facts);
        const [oldest] = calls.keys();
        if (calls.size > UNANSWERED_MAX && oldest !== undefined) calls.delete(oldest);
      });
      lane.deliveries.watch(({ id, at: _, ...attempt }) => tell({ ...attempt, lane: lane.name, notification: id }));
    },
  };
}

const callTold = ({ name }: Lane, { operation, reply, ms }: WatchedCall): Activity => ({
  kind: "call",
  lane: name,
  requestId: reply.requestId,
  operation,
  ...saidBy(reply.body),
  ms,
  rule: reply.rule,
  fault: reply.fault,
  traceparent: reply.traceparent,
  warnings: reply.warnings?.map(warningText),
  ...resent(reply.arrival?.resend),
});

const resent = (resend: Resend | undefined): Pick<CallTold, "resendOf" | "afterMs"> =>
  resend ? { resendOf: requestId(resend.of), afterMs: resend.afterMs } : {};

const actionTold = ({ name }: Lane, { id, operation, response, responseCode, rule }: Exchange): Activity => ({
  kind: "call",
  lane: name,
  requestId: requestId(id),
  operation,
  responseCode,
  message: answerMessageOf(response),
  rule,
});

function saidBy(body: string): Pick<CallTold, "responseCode" | "message"> {
  return { responseCode: /"responseCode":"([^"]*)"/.exec(body)?.[1] ?? "", message: answerMessageOf(body) };
}

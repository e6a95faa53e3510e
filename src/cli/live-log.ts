import { messageOf } from "../app/explain/message.js";
import type { Lane } from "../app/lane.js";
import { type Exchange, requestId } from "../app/ports/exchange.js";
import type { Log } from "../app/ports/log.js";
import type { LogFormat, LogLevel } from "../config/options.js";
import { isPaymentCall } from "../scenario/operations.js";
import type { ServerHooks } from "../server/server.js";
import type { AnsweredCall } from "../wire/pipeline.js";
import { type Activity, activityLine } from "./activity.js";

export interface LiveLogOptions {
  readonly format: LogFormat;
  /** Undefined: nobody asked. */
  readonly level: LogLevel | undefined;
  /** Whether people look on. */
  readonly isTerminal: boolean;
  readonly hasColour: boolean;
  readonly write: (line: string) => void;
  readonly log: Log;
}

/**
 * Tells each call, page action and attempt to notify. Undefined where nobody wants to know: nothing is watched or
 * measured then.
 */
export function liveLog({ format, level, isTerminal, hasColour, write, log }: LiveLogOptions): ServerHooks | undefined {
  const isWanted = level === undefined ? isTerminal : level === "debug" || level === "info";
  if (!isWanted || format === "silent") return undefined;
  return format === "json"
    ? activityHooks((activity) => log.info(activity.kind, factsOf(activity)))
    : activityHooks((activity) => write(`${activityLine(activity, { at: Date.now(), hasColour })}\n`));
}

/** `message` is the log's own word. */
function factsOf(activity: Activity) {
  if (activity.kind === "notification") {
    const { kind: _, ...facts } = activity;
    return facts;
  }
  const { kind: _, code, message, ...facts } = activity;
  return { ...facts, responseCode: code, responseMessage: message };
}

function activityHooks(tell: (activity: Activity) => void): ServerHooks {
  return {
    answered: (lane, call) => tell(callTold(lane, call)),
    opened: (lane) => {
      lane.waiting.watch((changes) => {
        const { exchange } = changes ?? {};
        if (exchange && !isPaymentCall(exchange.operation)) tell(actionTold(lane, exchange));
      });
      lane.deliveries.watch(({ id, at: _, ...attempt }) => tell({ ...attempt, lane: lane.name, notification: id }));
    },
  };
}

const callTold = ({ name }: Lane, { operation, reply, ms }: AnsweredCall): Activity => ({
  kind: "call",
  lane: name,
  requestId: reply.requestId,
  operation,
  ...saidBy(reply.body),
  ms: Math.round(ms),
  rule: reply.rule,
  fault: reply.fault,
});

const actionTold = ({ name }: Lane, { id, operation, response, responseCode, rule }: Exchange): Activity => ({
  kind: "call",
  lane: name,
  requestId: requestId(id),
  operation,
  code: responseCode,
  message: messageOf(response),
  rule,
});

function saidBy(body: string): { code: string; message: string | undefined } {
  return { code: /"responseCode":"([^"]*)"/.exec(body)?.[1] ?? "", message: messageOf(body) };
}

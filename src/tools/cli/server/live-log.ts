import { callEvent } from "../../../lane/explain/request-summary.js";
import type { Lane } from "../../../lane/lane.js";
import type { Log } from "../../../lane/ports/log.js";
import type { LogFormat, LogLevel } from "../../../server/options/options.js";
import type { ServerHooks } from "../../../server/server.js";
import { type Activity, activityLine, attemptTold, callTold, Unanswered } from "./activity.js";

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
    ? (activity) => log.info(activity.kind, loggedFacts(activity))
    : (activity) => write(`${activityLine(activity, { at: Date.now(), hasColour })}\n`);
}

/** `message` would collide with the log's own member, so it is renamed. */
function loggedFacts(activity: Activity) {
  if (activity.kind === "notification") {
    const { kind: _, ...facts } = activity;
    return facts;
  }
  const { kind: _, responseCode, message: responseMessage, warnings, ms, ...facts } = activity;
  return { ...facts, ms: ms && Math.round(ms), responseCode, responseMessage, warnings: warnings?.join("; ") };
}

/** Tells each listener of each call, page act and notification attempt. Without any, nothing is watched or measured. */
export function activityHooks(...all: readonly (ActivityListener | undefined)[]): ServerHooks {
  const listeners = all.filter((listener) => listener !== undefined);
  if (listeners.length === 0) return {};
  const tell: ActivityListener = (activity) => {
    for (const listener of listeners) listener(activity);
  };
  const unanswered = new WeakMap<Lane, Unanswered>();
  return {
    answered: (lane, { reply, ms }) => unanswered.get(lane)?.answered(reply.requestId, ms),
    opened: (lane) => {
      const calls = new Unanswered(tell);
      unanswered.set(lane, calls);
      lane.waiting.watch((changes) => {
        const changed = changes?.orders?.map(({ after }) => after) ?? [];
        if (changes?.exchange) calls.called(callTold(callEvent(changes.exchange, changed), lane.name));
      });
      lane.deliveries.watch((attempted) => tell(attemptTold(attempted, lane.name)));
    },
  };
}

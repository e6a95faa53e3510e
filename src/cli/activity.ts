import { styleText } from "node:util";
import type { NotificationState } from "../app/ports/outbox.js";
import { SUCCESS_CODE } from "../facts/codes.js";
import { DEFAULT_LANE } from "../server/lane-path.js";

/** A call of the payment API, or an action of a page. */
export interface CallTold {
  readonly kind: "call";
  readonly lane: string;
  readonly requestId: string;
  readonly operation: string;
  /** Empty where a fault cut the call before it was read. */
  readonly code: string;
  readonly message: string | undefined;
  /** Until the answer left; undefined where nobody measured it. */
  readonly ms?: number | undefined;
  /** The rule that fired. */
  readonly rule?: string | undefined;
  /** What took the place of the answer. */
  readonly fault?: string | undefined;
}

/** One attempt to deliver a notification. */
export interface AttemptTold {
  readonly kind: "notification";
  readonly lane: string;
  readonly notification: number;
  readonly orderId?: number | undefined;
  readonly attempt: number;
  /** Null where no answer came. */
  readonly status: number | null;
  readonly why: string | null;
  readonly state: NotificationState;
}

/** What happens in a sandbox, as `start` and `tail` tell it. */
export type Activity = CallTold | AttemptTold;

export interface LineOptions {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly hasColour: boolean;
}

/** One line for people, coloured by how it went. */
export function activityLine(activity: Activity, { at, hasColour }: LineOptions): string {
  const time = new Date(at).toISOString().slice(11, 23);
  const line = activity.kind === "call" ? callText(activity) : attemptText(activity);
  const text = `${time} ${activity.lane} ${line}`;
  return hasColour ? styleText(colourOf(activity), text, { validateStream: false }) : text;
}

function callText({ lane, requestId, operation, code, message, ms, rule, fault }: CallTold): string {
  return [
    operation,
    code,
    message,
    fault && `(${fault})`,
    rule && `[${rule}]`,
    ms === undefined ? undefined : `${ms} ms`,
    hint(requestId, lane),
  ]
    .filter(Boolean)
    .join(" ");
}

/** What explains it. */
const hint = (id: string, lane: string): string => `→ why ${id}${lane === DEFAULT_LANE ? "" : ` --lane ${lane}`}`;

function attemptText({ lane, notification, orderId, attempt, status, why, state }: AttemptTold): string {
  const about = orderId === undefined ? "" : ` of order ${orderId}`;
  const answered = `${status ?? "no answer"}${why === null ? "" : ` (${why})`}`;
  return `notification ${notification}${about}, attempt ${attempt}: ${answered}, ${states[state]} ${hint(`notification-${notification}`, lane)}`;
}

/** Where an attempt leaves a notification. */
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
    if (activity.fault !== undefined) return "yellow";
    return activity.code === SUCCESS_CODE ? "green" : "red";
  }
  if (activity.state === "acknowledged") return "green";
  return activity.state === "due" || activity.state === "held" ? "yellow" : "red";
}

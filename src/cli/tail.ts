import { setTimeout as pause } from "node:timers/promises";
import type { RequestSummary } from "../app/explain/request-schema.js";
import type { Attempted } from "../app/notifications/delivery-lane.js";
import { type ControlTarget, request } from "../library/control-client.js";
import { isPaymentCall } from "../scenario/operations.js";
import { type Activity, activityLine, type CallTold } from "./activity.js";
import { noSandbox } from "./client.js";
import { CommandFailed } from "./failed.js";
import { type ServerEvent, serverEvents } from "./sse.js";

export interface TailOptions {
  readonly target: ControlTarget;
  /** Events as they came, one JSON object a line. */
  readonly json: boolean;
  readonly hasColour: boolean;
  readonly print: (line: string) => void;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** Real time until a lane that was reset is followed again, in milliseconds. */
const AGAIN_MS = 250;

/** Prints what happens in a lane until the sandbox stops. Throws CannotStart where none answers. */
export async function tail(options: TailOptions): Promise<void> {
  let response = await connect(options);
  if (!response) return noSandbox(options.target);
  // A lane that is reset ends its stream; the one that takes its place is followed instead.
  while (response?.body) {
    await follow(response.body, options);
    if (options.signal?.aborted) return;
    await pause(AGAIN_MS, undefined, { signal: options.signal }).catch(() => {});
    response = await connect(options);
  }
}

/** Undefined where nobody answers. */
async function connect({ target, signal }: TailOptions): Promise<Response | undefined> {
  const response = await request(target, "events?timed=true", { signal: signal ?? null }).catch(() => undefined);
  if (!response || response.ok) return response;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new CommandFailed(`${target.base}: ${message ?? `HTTP ${response.status}`}`);
}

async function follow(
  body: ReadableStream<Uint8Array>,
  { json, hasColour, print, signal }: TailOptions,
): Promise<void> {
  const tell = json ? jsonTeller(print) : lineTeller(hasColour, print);
  try {
    for await (const told of serverEvents(body, signal)) tell(told);
  } catch {
    // The connection broke: whether the sandbox is still there shows when it is called again.
  }
}

/** So many calls at once wait for their answer. */
const UNANSWERED_MAX = 1000;

type Teller = (told: ServerEvent) => void;

const jsonTeller =
  (print: (line: string) => void): Teller =>
  ({ event, data }) => {
    if (event !== "hello") print(JSON.stringify({ event, ...JSON.parse(data) }));
  };

/** A call is told when its answer leaves: how long it took is known then. */
function lineTeller(hasColour: boolean, print: (line: string) => void): Teller {
  let lane = "";
  const unanswered = new Map<string, CallTold>();
  /** One whose answer never left is told when many others came. */
  const tellOldest = (): void => {
    const [oldest] = unanswered.values();
    if (!oldest) return;
    unanswered.delete(oldest.requestId);
    tell(oldest);
  };
  const tell = (activity: Activity): void => print(activityLine(activity, { at: Date.now(), hasColour }));
  return ({ event, data }) => {
    const told = JSON.parse(data);
    if (event === "hello") lane = (told as { lane: string }).lane;
    if (event === "notification") tell(attemptOf(told, lane));
    if (event === "request") {
      const call = callOf(told, lane);
      if (isPaymentCall(call.operation)) unanswered.set(call.requestId, call);
      else tell(call);
    }
    if (unanswered.size > UNANSWERED_MAX) tellOldest();
    if (event !== "answered") return;
    const { id, ms } = told as { id: string; ms: number };
    const call = unanswered.get(id);
    unanswered.delete(id);
    if (call) tell({ ...call, ms });
  };
}

type CallEvent = RequestSummary & { readonly message?: string };

const callOf = ({ id, operation, responseCode, rule, message }: CallEvent, lane: string): CallTold => ({
  kind: "call",
  lane,
  requestId: id,
  operation,
  code: responseCode,
  message,
  rule,
});

const attemptOf = ({ id, ...attempt }: Attempted, lane: string): Activity => ({ ...attempt, lane, notification: id });

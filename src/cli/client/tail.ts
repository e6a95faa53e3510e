import { setTimeout as pause } from "node:timers/promises";
import type { RequestSummary } from "../../app/explain/request-schema.js";
import type { Attempted } from "../../app/notifications/delivery-lane.js";
import { type ControlTarget, request } from "../../library/control-client.js";
import { isPaymentCall } from "../../scenario/values/operations.js";
import { CommandFailed } from "../failed.js";
import { type Activity, activityLine, type CallTold } from "../server/activity.js";
import { noSandbox } from "./client.js";

export interface TailOptions {
  readonly target: ControlTarget;
  /** True to print events unchanged, one JSON object per line. */
  readonly json: boolean;
  readonly hasColour: boolean;
  readonly print: (line: string) => void;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** How long to wait before following a reset lane again, in milliseconds of real time. */
const AGAIN_MS = 250;

/** Prints a lane's events until the sandbox stops. Throws CannotStart if none answers. */
export async function tail(options: TailOptions): Promise<void> {
  let response = await connect(options);
  if (!response) return noSandbox(options.target);
  // If a lane is reset, its stream ends. The loop then follows the lane that replaces it.
  while (response?.body) {
    await follow(response.body, options);
    if (options.signal?.aborted) return;
    await pause(AGAIN_MS, undefined, { signal: options.signal }).catch(() => {});
    response = await connect(options);
  }
}

/** Undefined if nobody answers. */
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
    // The connection broke. The next call shows whether the sandbox is still running.
  }
}

/** How many calls may wait for their answer at the same time. */
const UNANSWERED_MAX = 1000;

type Teller = (told: ServerEvent) => void;

const jsonTeller =
  (print: (line: string) => void): Teller =>
  ({ event, data }) => {
    if (event !== "hello") print(JSON.stringify({ event, ...JSON.parse(data) }));
  };

/** Prints a call when its answer is sent, because its duration is known then. */
function lineTeller(hasColour: boolean, print: (line: string) => void): Teller {
  let lane = "";
  const unanswered = new Map<string, CallTold>();
  /** If an answer is never sent, its call is printed after many others have arrived. */
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

interface CallEvent extends RequestSummary {
  readonly message?: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly orderStatusAfter?: string;
}

const callOf = (event: CallEvent, lane: string): CallTold => {
  const { id, operation, responseCode, rule, message, warnings, traceparent } = event;
  const { merchantReference, amount, currency, orderStatusAfter: orderStatus } = event;
  return {
    kind: "call",
    lane,
    requestId: id,
    operation,
    code: responseCode,
    message,
    rule,
    warnings,
    traceparent,
    ...{ merchantReference, amount, currency, orderStatus },
  };
};

const attemptOf = ({ id, ...attempt }: Attempted, lane: string): Activity => ({ ...attempt, lane, notification: id });

/** One server-sent event. */
interface ServerEvent {
  readonly event: string;
  /** JSON. */
  readonly data: string;
}

/**
 * Reads server-sent events as they arrive, until the stream ends. Throws if the signal aborts. The request's own
 * signal is not enough, because Node's fetch forgets it once the request is garbage-collected.
 */
async function* serverEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent> {
  let text = "";
  for await (const piece of body.pipeThrough(new TextDecoderStream(), signal && { signal })) {
    text += piece;
    const blocks = text.split("\n\n");
    text = blocks.pop()!;
    for (const block of blocks) {
      const [event, data] = [fieldOf(block, "event"), fieldOf(block, "data")];
      // Comments only keep the connection alive. They have neither event nor data.
      if (event !== undefined && data !== undefined) yield { event, data };
    }
  }
}

const fieldOf = (block: string, name: string): string | undefined =>
  block
    .split("\n")
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);

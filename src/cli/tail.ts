import { setTimeout as pause } from "node:timers/promises";
import type { RequestSummary } from "../app/explain/request-schema.js";
import type { Attempted } from "../app/notifications/deliveries.js";
import type { ControlTarget } from "../library/control-client.js";
import { type Activity, activityLine } from "./activity.js";
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
async function connect({ target: { base, adminToken }, signal }: TailOptions): Promise<Response | undefined> {
  const headers = adminToken === undefined ? {} : { Authorization: `Bearer ${adminToken}` };
  const response = await fetch(`${base}/_sandbox/events`, { headers, signal: signal ?? null }).catch(() => undefined);
  if (!response || response.ok) return response;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new CommandFailed(`${base}: ${message ?? `HTTP ${response.status}`}`);
}

async function follow(body: ReadableStream<Uint8Array>, { json, hasColour, print }: TailOptions): Promise<void> {
  let lane = "";
  try {
    for await (const told of serverEvents(body)) {
      if (told.event === "hello") lane = (JSON.parse(told.data) as { lane: string }).lane;
      const line = json ? jsonLine(told) : textOf(told, lane, hasColour);
      if (line !== undefined) print(line);
    }
  } catch {
    // The connection broke: whether the sandbox is still there shows when it is called again.
  }
}

const jsonLine = ({ event, data }: ServerEvent): string | undefined =>
  event === "hello" ? undefined : JSON.stringify({ event, ...JSON.parse(data) });

function textOf({ event, data }: ServerEvent, lane: string, hasColour: boolean): string | undefined {
  const activity = activityOf(event, data, lane);
  return activity && activityLine(activity, { at: Date.now(), hasColour });
}

function activityOf(event: string, data: string, lane: string): Activity | undefined {
  if (event === "request") {
    const { id, operation, responseCode, rule, message } = JSON.parse(data) as RequestSummary & { message?: string };
    return { kind: "call", lane, requestId: id, operation, code: responseCode, message, rule };
  }
  if (event !== "notification") return undefined;
  const { id, ...attempt } = JSON.parse(data) as Attempted;
  return { ...attempt, lane, notification: id };
}

import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "@commander-js/extra-typings";
import { type EventSourceMessage, EventSourceParserStream } from "eventsource-parser/stream";
import { CommandFailed } from "../../../package/errors.js";
import { type ControlTarget, laneNamedBy, request, Unreachable, withoutLane } from "../../library/control-client.js";
import { missingLane, saidOf, someOf } from "../../library/missing-lane.js";
import { type Activity, activityLine, attemptTold, callTold, Unanswered } from "../server/activity.js";
import { addTargetOptions, controlTarget, noSandbox } from "./client.js";

const MORE = `
Prints one line for each call, notification attempt and page action; "why" explains each. Times are this machine's.

Examples:
  payment-sandbox tail
  payment-sandbox tail --lane refunds
  payment-sandbox tail --json | jq -c 'select(.event == "request")'      also orders and clock changes

Exit codes: 0 the sandbox stopped, 1 it refused, 2 usage, 3 no sandbox answers, 130 stopped by Ctrl-C`;

export function addTail(program: Command): void {
  const command = program
    .command("tail")
    .description("follow the activity in a lane of a running sandbox")
    .option("--json", "one JSON object a line, with the events of GET /_sandbox/events");
  addTargetOptions(command)
    .addHelpText("after", MORE)
    .action(async ({ json, ...options }) => {
      const hasColour = process.stdout.isTTY === true && !process.env.NO_COLOR;
      const print = (line: string) => void process.stdout.write(`${line}\n`);
      const note = (line: string) => void process.stderr.write(`payment-sandbox: ${line}\n`);
      await tail({ target: await controlTarget(options), json: json === true, hasColour, print, note });
    });
}

export interface TailOptions {
  readonly target: ControlTarget;
  /** True to print events unchanged, one JSON object per line. */
  readonly json: boolean;
  readonly hasColour: boolean;
  readonly print: (line: string) => void;
  /** Is told what is followed, and if the lane doesn't exist yet. */
  readonly note: (line: string) => void;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** How long to wait before following a reset lane again, in milliseconds of real time. */
const AGAIN_MS = 250;

/** Prints a lane's events until the sandbox stops. Throws CannotStart if none answers. */
export async function tail(options: TailOptions): Promise<void> {
  let response = await connect(options);
  if (response instanceof Unreachable) return noSandbox(response, options.target);
  await noteBegun(options);
  // If a lane is reset, its stream ends. The loop then follows the lane that replaces it.
  while (!(response instanceof Unreachable) && response.body) {
    await follow(response.body, options);
    if (options.signal?.aborted) return;
    await pause(AGAIN_MS, undefined, { signal: options.signal }).catch(() => {});
    response = await connect(options);
  }
}

/**
 * Says that it is connected. The stream of a lane that nobody has used yet ends at once, and is followed again until the
 * lane is there.
 */
async function noteBegun({ target, note }: TailOptions): Promise<void> {
  // Whoever may follow the lane may not be allowed to list the others.
  const found = await missingLane(target, laneNamedBy(target)).catch(() => undefined);
  if (found === undefined) return note(`follows ${target.base} until Ctrl-C`);
  const where = `lane ${found.name} does not exist yet at ${withoutLane(target.base)}`;
  note(saidOf(found, { what: `${where}: waits for its first call; the others: ${someOf(found.others)}` }));
}

/** Resolves with the failure if nobody answers. */
async function connect({ target, signal }: TailOptions): Promise<Response | Unreachable> {
  const response = await request(target, "events?timed=true", { signal: signal ?? null }).catch(
    (error: Unreachable) => error,
  );
  if (response instanceof Unreachable || response.ok) return response;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new CommandFailed(`${target.base}: ${message ?? `HTTP ${response.status}`}`);
}

async function follow(
  body: ReadableStream<Uint8Array>,
  { json, hasColour, print, signal }: TailOptions,
): Promise<void> {
  const tell = json ? jsonTeller(print) : lineTeller(hasColour, print);
  try {
    // The request's own signal is not enough, because Node's fetch forgets it once the request is garbage-collected.
    const text = body.pipeThrough(new TextDecoderStream(), signal && { signal });
    for await (const told of text.pipeThrough(new EventSourceParserStream())) tell(told);
  } catch {
    // The connection broke. The next call shows whether the sandbox is still running.
  }
}

type Teller = (told: EventSourceMessage) => void;

const jsonTeller =
  (print: (line: string) => void): Teller =>
  ({ event, data }) => {
    if (event !== "hello") print(JSON.stringify({ event, ...JSON.parse(data) }));
  };

function lineTeller(hasColour: boolean, print: (line: string) => void): Teller {
  let lane = "";
  const tell = (activity: Activity): void => print(activityLine(activity, { at: Date.now(), hasColour }));
  const calls = new Unanswered(tell);
  return ({ event, data }) => {
    const told = JSON.parse(data);
    if (event === "hello") lane = told.lane;
    if (event === "notification") tell(attemptTold(told, lane));
    if (event === "request") calls.called(callTold(told, lane));
    if (event === "answered") calls.answered(told.id, told.ms);
  };
}

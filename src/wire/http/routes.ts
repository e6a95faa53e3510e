import type { IncomingMessage } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import type { InForce } from "../../app/choices.js";
import type { Reply } from "../../app/journal/reply.js";
import type { Lane } from "../../app/lane.js";
import { readTraceparent } from "../../app/traces/trace-context.js";
import { limits } from "../../facts/limits.js";
import { boundedBody } from "../../package/bounded-body.js";
import { endpoints } from "../endpoints/index.js";
import { refusalAnswer } from "../ladder/refusal.js";
import { type AnswerOptions, answerCall } from "./answer-call.js";
import { arrivalOf } from "./arrival.js";
import { bodyText } from "./body.js";
import type { HangUp } from "./faults.js";
import { clientLeft, cut, JSON_TYPE, type Outgoing, respond, watchWait, whenLeft } from "./response.js";
import { answerWrongCall, isAskedByBrowsers, type WrongCall, type WrongCallName } from "./wrong-call.js";

/** Options for answering calls, whichever transport they use. */
export interface ReplyOptions extends AnswerOptions {
  readonly hasDebugHeaders: boolean;
  readonly hangUp: HangUp;
  /** Called for each defect, with the request id if there is one. */
  readonly onDefect: (defect: unknown) => void;
}

export interface WireOptions extends ReplyOptions {
  /** The lane of a call, created if needed. A promise only while it is being created. */
  readonly laneOf: (c: Context) => Lane | Promise<Lane>;
  /** The lane of a call that must not create one. Undefined if the lane doesn't exist. */
  readonly laneIfMade: (c: Context) => Promise<Lane | undefined>;
  /** The codes of refusals that need no lane. */
  readonly codesOf: (c: Context) => Coded;
  /** The lane's name in the path. */
  readonly laneName: (c: Context) => string;
}

type Coded = Pick<InForce, "code" | "observed">;

/** The merchant API: each endpoint at its path, with and without a trailing slash. */
export function merchantApi(options: WireOptions): Hono {
  const app = new Hono();
  for (const endpoint of endpoints) {
    app.post(`/${endpoint.path}`, async (c) => {
      const found = options.laneOf(c);
      const lane = found instanceof Promise ? await found : found;
      const body = await readBody(c);
      if (typeof body !== "string")
        return send(c, options, lane, await answerWrongCall(lane, options, wrongCall(c, body.fault)));
      const forcedOutcome = headerOf(c, "x-sandbox-outcome");
      const traceparent = traceparentOf(c);
      const arrival = arrivalOf(body, incomingOf(c), headerOf(c, "user-agent"));
      const incoming = { body, forcedOutcome, traceparent, arrival };
      const [reply, answering] = await answerCall(lane, options, endpoint, incoming);
      return send(c, options, answering, reply);
    });
    app.all(`/${endpoint.path}`, (c) => {
      c.header("Allow", "POST");
      return refuseWrongCall(c, options, "wrong-method");
    });
  }
  return app;
}

/**
 * Answers a call that reaches no endpoint. It creates no lane. If the lane doesn't exist, the call isn't recorded.
 */
export async function refuseWrongCall(
  c: Context,
  options: WireOptions,
  name: "unknown-path" | "wrong-method",
): Promise<Response> {
  const call = wrongCall(c, name);
  const lane = isAskedByBrowsers(call) ? undefined : await options.laneIfMade(c);
  if (lane) return send(c, options, lane, await answerWrongCall(lane, options, call));
  const { http, body } = refusalAnswer(options.codesOf(c), name);
  if (options.hasDebugHeaders) c.header("X-Sandbox-Lane", options.laneName(c));
  return c.body(body, http as 404, { "Content-Type": "application/json" });
}

const wrongCall = (c: Context, name: WrongCallName): WrongCall => ({
  name,
  method: c.req.method,
  path: c.req.path,
  contentType: headerOf(c, "content-type"),
  traceparent: traceparentOf(c),
  arrival: arrivalOf("", incomingOf(c), headerOf(c, "user-agent")),
});

const traceparentOf = (c: Context): string | undefined => readTraceparent(headerOf(c, "traceparent"));

/** Node's own message. Absent for a call inside this process. */
const incomingOf = (c: Context): IncomingMessage | undefined => c.env?.incoming;

/**
 * Reads a header from Node's own message if there is one: building a Headers object costs more than the rest of the
 * routing.
 */
function headerOf(c: Context, name: string): string | undefined {
  const incoming = incomingOf(c);
  const value = incoming ? incoming.headers[name] : c.req.header(name);
  return Array.isArray(value) ? value[0] : value;
}

/** The body as text, or the reason why it wasn't read. */
async function readBody(c: Context): Promise<string | { readonly fault: "body-too-large" | "wrong-content-type" }> {
  if (!JSON_TYPE.test(headerOf(c, "content-type") ?? "")) return { fault: "wrong-content-type" };
  const declared = headerOf(c, "content-length");
  if (declared !== undefined && Number(declared) <= limits.bodyMaxBytes.value)
    return bodyText([new Uint8Array(await c.req.arrayBuffer())]);
  const pieces = await boundedBody(c.req.raw.body, limits.bodyMaxBytes.value);
  if (pieces) return bodyText(pieces);
  c.header("Connection", "close");
  return { fault: "body-too-large" };
}

async function send(c: Context, options: WireOptions, lane: Lane, reply: Reply): Promise<Response> {
  // Node's own response, if the call came over a socket. It shows when the answer was sent or cut, so that the
  // notifications can follow.
  const outgoing: Outgoing | undefined = c.env?.outgoing;
  if (reply.release && outgoing) whenLeft(outgoing, reply.release);
  if (outgoing) watchWait(outgoing, lane, reply);
  const leaving = await respond(lane, reply, options.hasDebugHeaders);
  if (leaving.kind === "hang-up") await cut(options, { lane, reply, connection: c.env, how: leaving.how });
  else if (outgoing?.destroyed) clientLeft(options.watch, lane, reply);
  if (reply.release && !outgoing) setImmediate(reply.release);
  if (leaving.kind === "hang-up") return RESPONSE_ALREADY_SENT;
  return c.body(leaving.body, leaving.http as 200, { "Content-Type": leaving.contentType, ...leaving.headers });
}

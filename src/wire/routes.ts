import type { IncomingMessage } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { type InForce, inForce } from "../app/choices.js";
import type { Lane } from "../app/lane.js";
import { limits } from "../facts/limits.js";
import { boundedBody } from "../package/bounded-body.js";
import { bodyText } from "./body.js";
import { endpoints } from "./endpoints/index.js";
import type { HangUp } from "./faults.js";
import { answerIn, type CallCounter, type CallWatcher, type Reply } from "./pipeline.js";
import { refusalAnswer } from "./refusal.js";
import { cut, JSON_TYPE, type Outgoing, respond, whenLeft } from "./response.js";
import type { SignatureMode } from "./signatures.js";

/** How calls are answered, by whichever transport. */
export interface ReplyOptions {
  readonly signature: SignatureMode;
  readonly hasDebugHeaders: boolean;
  readonly hangUp: HangUp;
  /** The lane that another process put in this one's place; undefined where none did. */
  readonly successor: (lane: Lane) => Promise<Lane | undefined>;
  readonly counter: CallCounter;
  /** Called for each defect, with the request id where there is one. */
  readonly onDefect: (defect: unknown) => void;
  /** Told of each call that was answered, before the answer leaves. */
  readonly watcher?: CallWatcher | undefined;
}

export interface WireOptions extends ReplyOptions {
  /** The lane of a call, made where it is not there; a promise only while it is being made. */
  readonly laneOf: (c: Context) => Lane | Promise<Lane>;
  /** What a call is refused with that needs no lane. */
  readonly codesOf: (c: Context) => Coded;
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
      if (typeof body !== "string") return fault(c, await inForce(lane), body.fault);
      const forcedOutcome = headerOf(c, "x-sandbox-outcome");
      const [reply, answering] = await answerIn(lane, options, endpoint, { body, forcedOutcome });
      return send(c, options, answering, reply);
    });
    app.all(`/${endpoint.path}`, (c) => {
      c.header("Allow", "POST");
      return fault(c, options.codesOf(c), "wrong-method");
    });
  }
  return app;
}

/** A refusal of the transport itself, in the API's form. */
export function fault(
  c: Context,
  coded: Coded,
  name: "wrong-method" | "unknown-path" | "body-too-large" | "wrong-content-type",
): Response {
  const { http, body } = refusalAnswer(coded, name);
  return c.body(body, http as 404, { "Content-Type": "application/json" });
}

/** A header, from Node's own message where there is one: building a Headers object costs more than the rest of the routing. */
function headerOf(c: Context, name: string): string | undefined {
  const incoming: IncomingMessage | undefined = c.env?.incoming;
  const value = incoming ? incoming.headers[name] : c.req.header(name);
  return Array.isArray(value) ? value[0] : value;
}

/** The body as text, or why it is not read. */
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
  // The notifications of a call leave when its answer has left or was cut.
  // Node's own answer, where the call came by a socket.
  const outgoing: Outgoing | undefined = c.env?.outgoing;
  if (reply.release && outgoing) whenLeft(outgoing, reply.release);
  const leaving = await respond(lane, reply, options.hasDebugHeaders);
  if (leaving.kind === "hang-up") await cut(options, { lane, reply, connection: c.env, how: leaving.how });
  if (reply.release && !outgoing) setImmediate(reply.release);
  if (leaving.kind === "hang-up") return RESPONSE_ALREADY_SENT;
  return c.body(leaving.body, leaving.http as 200, { "Content-Type": leaving.contentType, ...leaving.headers });
}

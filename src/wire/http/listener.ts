import type { IncomingMessage, ServerResponse } from "node:http";
import type { Reply } from "../../app/journal/reply.js";
import type { Lane } from "../../app/lane.js";
import type { Soon } from "../../app/ports/store.js";
import { failureOf } from "../../app/ports/store-errors.js";
import { readTraceparent } from "../../app/traces/trace-context.js";
import { limits } from "../../facts/limits.js";
import type { Endpoint } from "../endpoints/endpoint.js";
import { endpoints } from "../endpoints/index.js";
import { answerCall } from "./answer-call.js";
import { arrivalOf } from "./arrival.js";
import { bodyText } from "./body.js";
import { clientLeft, cut, JSON_TYPE, respond, type WireResponse, watchWait, whenLeft } from "./response.js";
import type { ReplyOptions } from "./routes.js";

/** The target of a call: its lane, if it is loaded, and the path inside it. */
export interface CallTarget {
  readonly lane: Lane | undefined;
  readonly path: string;
}

/** Answers the calls that it knows. Returns false for all others. */
export type PlainListener = (incoming: IncomingMessage, outgoing: ServerResponse, target: CallTarget) => boolean;

/**
 * Serves plain calls of the merchant API directly on Node's own messages. This saves a third of the routing cost, and
 * the start needn't load the routes. It leaves everything else (another method, a body of unknown length) to the
 * routes, which give the same answers.
 */
export function merchantListener(options: ReplyOptions): PlainListener {
  const byPath = new Map<string, Endpoint>(endpoints.map((endpoint) => [`/${endpoint.path}`, endpoint]));
  return (incoming, outgoing, { lane, path }) => {
    if (incoming.method !== "POST" || !isPlain(incoming)) return false;
    const endpoint = byPath.get(path);
    if (!lane || !endpoint) return false;
    const forcedOutcome = incoming.headers["x-sandbox-outcome"] as string | undefined;
    const traceparent = readTraceparent(incoming.headers.traceparent as string | undefined);
    readBody(incoming, (body) => {
      const arrival = arrivalOf(body, incoming, incoming.headers["user-agent"]);
      answerCall(lane, options, endpoint, { body, forcedOutcome, traceparent, arrival })
        .then(([reply, answering]) => send(outgoing, options, answering, reply))
        .catch((defect) => {
          options.onDefect(defect);
          sendFailure(outgoing, defect);
        });
    });
    return true;
  };
}

function isPlain({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return (
    length !== undefined &&
    Number(length) <= limits.bodyMaxBytes.value &&
    JSON_TYPE.test(headers["content-type"] ?? "") &&
    headers.expect === undefined
  );
}

/** If the client leaves before its body is complete, there is no answer. */
function readBody(incoming: IncomingMessage, then: (body: string) => void): void {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => {
    const body = bodyText(chunks);
    // The request object may live longer than its body is needed, so release the body.
    chunks.length = 0;
    then(body);
  });
}

function send(outgoing: ServerResponse, options: ReplyOptions, lane: Lane, reply: Reply): Soon<void> {
  // A call's notifications are sent once its answer was sent or cut.
  if (reply.release) whenLeft(outgoing, reply.release);
  watchWait(outgoing, lane, reply);
  const response = respond(lane, reply, options.hasDebugHeaders);
  return response instanceof Promise
    ? response.then((later) => leave(outgoing, options, { lane, reply }, later))
    : leave(outgoing, options, { lane, reply }, response);
}

function leave(
  outgoing: ServerResponse,
  options: ReplyOptions,
  answered: { readonly lane: Lane; readonly reply: Reply },
  response: WireResponse,
): Soon<void> {
  if (response.kind === "hang-up") return cut(options, { ...answered, connection: { outgoing }, how: response.how });
  if (outgoing.destroyed) clientLeft(options.watch, answered.lane, answered.reply);
  write(outgoing, response.http, response.contentType, response.headers, response.body);
}

function write(
  outgoing: ServerResponse,
  http: number,
  contentType: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  // The client has already left.
  if (outgoing.destroyed) return;
  const length = String(Buffer.byteLength(body));
  outgoing.writeHead(http, { ...headers, "Content-Type": contentType, "Content-Length": length });
  outgoing.end(body);
}

/** The error has the control API's form, because the provider would never send it. */
function sendFailure(outgoing: ServerResponse, error: unknown): void {
  const { http, headers = {}, ...body } = failureOf(error);
  if (!outgoing.headersSent) write(outgoing, http, "application/json", headers, JSON.stringify(body));
}

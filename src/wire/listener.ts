import type { IncomingMessage, ServerResponse } from "node:http";
import type { Lane } from "../app/lane.js";
import type { Soon } from "../app/ports/store.js";
import { failureOf } from "../app/ports/store-errors.js";
import { limits } from "../facts/limits.js";
import { bodyText } from "./body.js";
import type { Endpoint } from "./endpoint.js";
import { endpoints } from "./endpoints/index.js";
import { answerIn, type Reply } from "./pipeline.js";
import { cut, JSON_TYPE, respond, type WireResponse, whenLeft } from "./response.js";
import type { ReplyOptions } from "./routes.js";

export interface ListenerOptions extends ReplyOptions {
  /** Takes a path apart: the lane, where it is ready, and the path inside it. */
  readonly split: (path: string) => { readonly lane: Lane | undefined; readonly path: string };
}

/** Answers what is its own, and tells whether it was. */
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/**
 * The plain calls of the merchant API on Node's own messages, which spares a third of what routing costs, and the start
 * all of what the routes load. Whatever is not plain, such as another method or a body of no declared length, is left to
 * the routes, which answer the same.
 */
export function merchantListener(options: ListenerOptions): Listener {
  const byPath = new Map<string, Endpoint>(endpoints.map((endpoint) => [`/${endpoint.path}`, endpoint]));
  return (incoming, outgoing) => {
    if (incoming.method !== "POST" || !isPlain(incoming)) return false;
    const { lane, path } = options.split(incoming.url!);
    const endpoint = byPath.get(path);
    if (!lane || !endpoint) return false;
    const forcedOutcome = incoming.headers["x-sandbox-outcome"] as string | undefined;
    readBody(incoming, (body) => {
      answerIn(lane, options, endpoint, { body, forcedOutcome })
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

/** A client that leaves in the middle is not answered: its body never ends. */
function readBody(incoming: IncomingMessage, then: (body: string) => void): void {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => then(bodyText(chunks)));
}

function send(outgoing: ServerResponse, options: ListenerOptions, lane: Lane, reply: Reply): Soon<void> {
  // The notifications of a call leave when its answer has left or was cut.
  if (reply.release) whenLeft(outgoing, reply.release);
  const response = respond(lane, reply, options.hasDebugHeaders);
  return response instanceof Promise
    ? response.then((later) => leave(outgoing, options, { lane, reply }, later))
    : leave(outgoing, options, { lane, reply }, response);
}

function leave(
  outgoing: ServerResponse,
  options: ListenerOptions,
  answered: { readonly lane: Lane; readonly reply: Reply },
  response: WireResponse,
): Soon<void> {
  if (response.kind === "hang-up") return cut(options, { ...answered, connection: { outgoing }, how: response.how });
  write(outgoing, response.http, response.contentType, response.headers, response.body);
}

function write(
  outgoing: ServerResponse,
  http: number,
  contentType: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  // Who left already is answered by nobody.
  if (outgoing.destroyed) return;
  outgoing.writeHead(http, {
    "Content-Type": contentType,
    "Content-Length": Buffer.byteLength(body),
    ...headers,
  });
  outgoing.end(body);
}

/** In the control API's form: the provider never spoke. */
function sendFailure(outgoing: ServerResponse, error: unknown): void {
  const { http, ...body } = failureOf(error);
  if (!outgoing.headersSent) write(outgoing, http, "application/json", {}, JSON.stringify(body));
}

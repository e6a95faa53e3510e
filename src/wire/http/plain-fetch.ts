import type { Reply } from "../../app/journal/reply.js";
import type { Lane } from "../../app/lane.js";
import type { Soon } from "../../app/ports/store.js";
import { failureOf } from "../../app/ports/store-errors.js";
import { readTraceparent } from "../../app/traces/trace-context.js";
import { limits } from "../../facts/limits.js";
import { endpoints } from "../endpoints/index.js";
import { answerCall } from "./answer-call.js";
import { arrivalOf } from "./arrival.js";
import { bodyText } from "./body.js";
import { cut, JSON_TYPE, respond } from "./response.js";
import type { ReplyOptions } from "./routes.js";
import { answerWrongCall } from "./wrong-call.js";

/** The target of a call: its path inside the lane, and a function that opens the lane. */
export interface FetchTarget {
  readonly path: string;
  readonly lane: () => Soon<Lane>;
}

/** Answers a standard request. Undefined for a call that it leaves to the routes. */
export type PlainFetch = (request: Request, target: FetchTarget, connection: unknown) => Promise<Response> | undefined;

/**
 * Serves plain calls of the merchant API as standard requests, for calls inside this process. The routes give the same
 * answers, but loading them takes most of a process's first call.
 */
export function merchantFetch(options: ReplyOptions): PlainFetch {
  const byPath = new Map(endpoints.map((endpoint) => [`/${endpoint.path}`, endpoint]));
  return (request, { path, lane: laneOf }, connection) => {
    const endpoint = byPath.get(path);
    const contentType = request.headers.get("content-type") ?? "";
    if (request.method !== "POST" || !endpoint || !JSON_TYPE.test(contentType)) return undefined;
    const header = (name: string): string | undefined => request.headers.get(name) ?? undefined;
    const traceparent = readTraceparent(header("traceparent"));
    const answering = async (): Promise<readonly [Reply, Lane]> => {
      const lane = await laneOf();
      const bytes = Buffer.from(await request.arrayBuffer());
      const isTooLarge = bytes.byteLength > limits.bodyMaxBytes.value;
      const body = isTooLarge ? "" : bodyText([bytes]);
      const arrival = arrivalOf(body, undefined, header("user-agent"));
      if (!isTooLarge)
        return answerCall(lane, options, endpoint, {
          body,
          forcedOutcome: header("x-sandbox-outcome"),
          traceparent,
          arrival,
        });
      const wrong = { name: "body-too-large", method: "POST", path, contentType, traceparent, arrival } as const;
      return [await answerWrongCall(lane, options, wrong), lane];
    };
    return answering().then(
      ([reply, lane]) => responseOf(options, lane, reply, connection),
      (error) => {
        options.onDefect(error);
        const { http, headers, ...body } = failureOf(error);
        return Response.json(body, { status: http, ...(headers && { headers }) });
      },
    );
  };
}

async function responseOf(options: ReplyOptions, lane: Lane, reply: Reply, connection: unknown): Promise<Response> {
  const leaving = await respond(lane, reply, options.hasDebugHeaders);
  if (leaving.kind === "hang-up") await cut(options, { lane, reply, connection, how: leaving.how });
  if (reply.release) setImmediate(reply.release);
  if (leaving.kind === "hang-up") return Response.error();
  return new Response(leaving.body, {
    status: leaving.http,
    headers: { "Content-Type": leaving.contentType, ...leaving.headers },
  });
}

import {
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type Server,
  type ServerResponse,
} from "node:http";
import { request as requestHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { objectIn } from "../../../package/json.js";
import { accessOf } from "../../../server/http/access.js";
import { strangeness } from "../target/service-check.js";
import { causeText } from "../target/target.js";
import type { Recorded } from "./exchange.js";
import { masked } from "./mask.js";

export interface ProxyOptions {
  /** The address to which calls are forwarded, without a trailing slash. */
  readonly target: string;
  readonly port: number;
  /** Host headers to accept in addition to this machine's own. */
  readonly allowedHosts?: readonly string[];
  /** Called for each call after its answer was returned to the client. */
  readonly onExchange: (recorded: Recorded) => void;
}

export interface RecordingProxy {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The fault if the client stopped waiting. */
export const HUNG_UP = "the caller hung up before an answer came";

/** Headers that belong to one connection and not to the call. */
const OWN_HEADERS = ["host", "connection", "keep-alive", "proxy-connection", "upgrade", "transfer-encoding"];

/** Listens on loopback and forwards each call unchanged. Pages of other sites can neither read nor write through it. */
export async function startProxy(options: ProxyOptions): Promise<RecordingProxy> {
  const { allowedHosts = [] } = options;
  const letsIn = accessOf({ allowedHosts, allowOrigin: [], baseUrl: undefined, host: undefined });
  const server: Server = createServer((incoming, outgoing) => {
    if (letsIn(incoming, outgoing)) void passOn(options, incoming, outgoing);
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(options.port, "127.0.0.1", listening);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function passOn({ target, onExchange }: ProxyOptions, incoming: IncomingMessage, outgoing: ServerResponse) {
  const at = Date.now();
  const body = await messageBytes(incoming).catch(() => undefined);
  if (body === undefined) return;
  const path = incoming.url ?? "/";
  const told = (rest: Pick<Recorded, "response" | "fault">) =>
    onExchange({
      at: new Date(at).toISOString(),
      durationMs: Date.now() - at,
      method: incoming.method ?? "GET",
      path: masked(path),
      request: masked(body.toString("utf8")),
      ...rest,
    });
  try {
    const answer = await forwarded(`${target}${path}`, { incoming, outgoing, body });
    const bytes = await messageBytes(answer);
    outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedHeaders(answer));
    outgoing.end(bytes);
    told({
      response: {
        status: answer.statusCode ?? 0,
        contentType: answer.headers["content-type"] ?? "",
        body: masked(decoded(bytes, answer.headers["content-encoding"]).toString("utf8")),
      },
    });
  } catch (error) {
    // If the target cut the connection, the client's connection is cut too.
    outgoing.destroy();
    told({ fault: (error as NodeJS.ErrnoException).code ?? (error as Error).message });
  }
}

interface Passed {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly body: Buffer;
}

function forwarded(url: string, { incoming, outgoing: back, body }: Passed): Promise<IncomingMessage> {
  const send = url.startsWith("https:") ? requestHttps : requestHttp;
  const length = ["Content-Length", String(body.length)];
  return new Promise((answered, failed) => {
    const outgoing = send(url, {
      method: incoming.method,
      headers: ["Host", new URL(url).host, ...passedHeaders(incoming, "content-length"), ...length],
    });
    outgoing.once("response", answered);
    outgoing.once("error", failed);
    // If the client stops waiting, the connection to the target is closed too.
    back.once("close", () => {
      if (!back.writableFinished) outgoing.destroy(new Error(HUNG_UP));
    });
    outgoing.end(body);
  });
}

/** The headers to pass on: names and values in turn, as they came. */
const passedHeaders = ({ rawHeaders }: IncomingMessage, ...left: readonly string[]): string[] => {
  const isPassed = (name: string): boolean => ![...OWN_HEADERS, ...left].includes(name.toLowerCase());
  return rawHeaders.filter((_, i) => isPassed(rawHeaders[i - (i % 2)]!));
};

async function messageBytes(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  if (!message.complete) throw new Error("it was cut before its end");
  return Buffer.concat(pieces);
}

/** Recordings contain text, because people and `compare` read them. The client gets the bytes unchanged. */
function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  try {
    if (encoding === "gzip") return gunzipSync(bytes);
    if (encoding === "br") return brotliDecompressSync(bytes);
    return encoding === "deflate" ? inflateSync(bytes) : bytes;
  } catch {
    return bytes;
  }
}

/**
 * Describes behaviour that no payment service has, as the end of a sentence that starts with the target. Undefined if
 * nothing is unusual.
 */
export function oddityOf({ method, response, fault }: Recorded): string | undefined {
  const cause = causeText(fault);
  if (cause !== undefined) return `: ${cause}`;
  if (response === undefined) return `: ${fault}`;
  // Too many calls and other methods are the caller's own business.
  if (method !== "POST" || response.status === 429) return undefined;
  const code = objectIn(response.body)?.responseCode;
  const line = strangeness({
    http: response.status,
    text: response.body,
    contentType: response.contentType,
    code: typeof code === "string" ? code : undefined,
  });
  return line && ` ${line}`;
}

import { once } from "node:events";
import { type IncomingMessage, request as requestHttp, type ServerResponse } from "node:http";
import { request as requestHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { objectIn } from "../../../package/json.js";
import { accessOf } from "../../../server/http/access.js";
import { closeServers, listen } from "../../../server/http/listen.js";
import { strangeness } from "../target/service-check.js";
import { recordedCauseText } from "../target/target.js";
import type { Recorded } from "./exchange.js";
import { masked } from "./mask.js";

interface ProxyOptions {
  /** The address to which calls are forwarded, without a trailing slash. */
  readonly target: string;
  readonly port: number;
  /** Host headers to accept in addition to this machine's own. */
  readonly allowedHosts?: readonly string[];
  /** Called for each call after its answer was returned to the client, but not for those of a sandbox's control API. */
  readonly onExchange: (recorded: Recorded) => void;
}

/** The fault if the client stopped waiting. */
const HUNG_UP = "the caller hung up before an answer came";

/** A call of the control API, such as `payment-sandbox call --url` makes besides the payment call. */
const CONTROL = /^(?:\/lane\/[^/]+)?\/_sandbox(?![^/?])/;

/** Headers that belong to one connection and not to the call. */
const OWN_HEADERS = ["host", "connection", "keep-alive", "proxy-connection", "upgrade", "transfer-encoding"];

/** Listens on loopback and forwards each call unchanged. Pages of other sites can neither read nor write through it. */
export async function startProxy(options: ProxyOptions) {
  const { port, allowedHosts = [] } = options;
  const letsIn = accessOf({ allowedHosts, allowOrigin: [], baseUrl: undefined, host: undefined });
  const servers = await listen({ host: "127.0.0.1", port }, (incoming, outgoing) => {
    if (letsIn(incoming, outgoing)) void passOn(options, incoming, outgoing);
  });
  const { port: chosen } = servers[0]!.address() as AddressInfo;
  return { url: `http://127.0.0.1:${chosen}`, stop: () => closeServers(servers) };
}

async function passOn({ target, onExchange }: ProxyOptions, incoming: IncomingMessage, outgoing: ServerResponse) {
  const at = Date.now();
  const body = await buffer(incoming).catch(() => undefined);
  if (body === undefined) return;
  const { url: path = "/", method = "GET" } = incoming;
  const told = (rest: Pick<Recorded, "response" | "fault">) => {
    if (CONTROL.test(path)) return;
    const [durationMs, request] = [Date.now() - at, masked(body.toString("utf8"))];
    onExchange({ at: new Date(at).toISOString(), durationMs, method, path: masked(path), request, ...rest });
  };
  try {
    const answer = await forwarded(`${target}${path}`, incoming, outgoing, body);
    const bytes = await buffer(answer);
    const { statusCode: status = 502, statusMessage, headers } = answer;
    outgoing.writeHead(status, statusMessage, passedHeaders(answer)).end(bytes);
    const text = decoded(bytes, headers["content-encoding"]).toString("utf8");
    told({ response: { status, contentType: headers["content-type"] ?? "", body: masked(text) } });
  } catch (error) {
    // If the target cut the connection, the client's connection is cut too.
    outgoing.destroy();
    told({ fault: (error as NodeJS.ErrnoException).code ?? (error as Error).message });
  }
}

/** The target's answer. If the client stops waiting, the connection to the target is closed too. */
async function forwarded(url: string, incoming: IncomingMessage, client: ServerResponse, body: Buffer) {
  const send = url.startsWith("https:") ? requestHttps : requestHttp;
  const headers = ["Host", new URL(url).host, ...passedHeaders(incoming, "content-length")];
  const outgoing = send(url, {
    method: incoming.method,
    headers: [...headers, "Content-Length", String(body.length)],
  });
  client.once("close", () => {
    if (!client.writableFinished) outgoing.destroy(new Error(HUNG_UP));
  });
  const [answer] = await once(outgoing.end(body), "response");
  return answer as IncomingMessage;
}

/** The headers to pass on: names and values in turn, as they came. */
const passedHeaders = ({ rawHeaders }: IncomingMessage, ...left: readonly string[]): string[] => {
  const isPassed = (name: string): boolean => ![...OWN_HEADERS, ...left].includes(name.toLowerCase());
  return rawHeaders.filter((_, i) => isPassed(rawHeaders[i - (i % 2)]!));
};

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
  const cause = recordedCauseText(fault);
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

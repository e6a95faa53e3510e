import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Settings } from "../config/settings.js";
import { CannotStart } from "../package/errors.js";
import type { SecureOptions } from "./secure-server.js";

export type Answering = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** How long answers that are under way may take when the server closes, in milliseconds. */
const CLOSE_MAX_MS = 1500;

/** How long a request may take to come, headers and body, in milliseconds. Its answer may take longer. */
const RECEIVE_MAX_MS = 30_000;

export interface ListenOptions {
  readonly receiveMaxMs?: number;
  /** Aborted when the server begins to stop. */
  readonly stopping?: AbortSignal;
  /** HTTPS with this certificate; left out: HTTP. */
  readonly secure?: { readonly cert: string; readonly key: string } | undefined;
}

/** Listens on the host, or on both loopback addresses with one port. */
export async function listen(
  settings: Pick<Settings, "host" | "port">,
  answer: Answering,
  { receiveMaxMs = RECEIVE_MAX_MS, stopping, secure }: ListenOptions = {},
): Promise<readonly Server[]> {
  const options = {
    keepAliveTimeout: 65_000,
    // What comes too slowly is answered 408 and cut, by Node itself.
    headersTimeout: receiveMaxMs,
    requestTimeout: receiveMaxMs,
    connectionsCheckingInterval: Math.ceil(receiveMaxMs / 15),
    ServerResponse: answerClass(stopping),
  };
  const make = secure
    ? await secureMaker({ ...options, ...secure } as SecureOptions, answer)
    : () => createServer(options, answer);
  if (settings.host !== undefined && settings.host !== "localhost")
    return [await listenOn(make(), settings.host, settings.port)];
  for (let tries = 0; ; tries++) {
    const four = await listenOn(make(), "127.0.0.1", settings.port);
    const port = (four.address() as AddressInfo).port;
    try {
      return [four, await listenOn(make(), "::1", port)];
    } catch (error) {
      const code = (error as CannotStart & { cause?: { code?: string } }).cause?.code;
      // A machine without IPv6 has one address less.
      if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") return [four];
      four.close();
      if (settings.port !== 0 || tries === 20) throw error;
    }
  }
}

/** TLS is loaded where it is asked for. */
async function secureMaker(options: SecureOptions, answer: Answering): Promise<() => Server> {
  const { createSecureServer } = await import("./secure-server.js");
  return () => createSecureServer(options, answer);
}

/** An answer that leaves while the server stops says that its connection closes: the client must not send another call on it. */
const answerClass = (stopping: AbortSignal | undefined) =>
  class extends ServerResponse {
    override writeHead(status: number, ...rest: [never?]): this {
      if (stopping?.aborted) this.shouldKeepAlive = false;
      return super.writeHead(status, ...rest);
    }
  };

function listenOn(server: Server, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) =>
      reject(new CannotStart(whyNot(cause, host, port), { cause })),
    );
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      // A connection that cannot be taken, such as where too many files are open, must not end the process: its client sees it.
      server.on("error", () => {});
      resolve(server);
    });
  });
}

function whyNot({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === "EADDRINUSE")
    return `port ${port} on ${host} is taken: end what listens there, or start with --port <n> (0 takes a free one)`;
  if (code === "EACCES") return `port ${port} on ${host} may not be used by this user: take one above 1023`;
  return `cannot listen on ${host}:${port}: ${message}`;
}

/** Lets answers that are under way finish; what still hangs after a while is cut. */
export async function closeServers(servers: readonly Server[]): Promise<void> {
  const closed = servers.map((server) => new Promise<void>((done) => server.close(() => done())));
  for (const server of servers) server.closeIdleConnections();
  const timer = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, CLOSE_MAX_MS);
  await Promise.all(closed);
  clearTimeout(timer);
}

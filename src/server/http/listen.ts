import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, isIP } from "node:net";
import { CannotStart } from "../../package/errors.js";
import type { Settings } from "../options/settings.js";
import type { SecureOptions } from "./secure-server.js";

export type ServerAnswer = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** How long pending answers may take after the server starts to close, in milliseconds. */
const CLOSE_MAX_MS = 1500;

/** How long a request's headers and body may take to arrive, in milliseconds. Its answer may take longer. */
const RECEIVE_MAX_MS = 30_000;

/** How long something that listens on this machine may take to accept a connection, in milliseconds. */
const PATIENCE_MS = 1000;

export interface ListenOptions {
  readonly receiveMaxMs?: number;
  /** The certificate for HTTPS. Left out: HTTP. */
  readonly secure?: { readonly cert: string; readonly key: string } | undefined;
}

/** Listens on the host, or on both loopback addresses with one port. */
export async function listen(
  settings: Pick<Settings, "host" | "port">,
  answer: ServerAnswer,
  { receiveMaxMs = RECEIVE_MAX_MS, secure }: ListenOptions = {},
): Promise<readonly Server[]> {
  const options = {
    keepAliveTimeout: 65_000,
    // Node itself answers slow requests with 408 and closes the connection.
    headersTimeout: receiveMaxMs,
    requestTimeout: receiveMaxMs,
    connectionsCheckingInterval: Math.ceil(receiveMaxMs / 15),
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
      // A machine without IPv6 has only the IPv4 address.
      if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") return [four];
      four.close();
      if (settings.port !== 0 || tries === 20) throw error;
    }
  }
}

/** The host by which this machine calls a server that listens on this one. */
export function hostHere(host = "localhost"): string {
  if (["127.0.0.1", "::1", "0.0.0.0", "::"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** Loads TLS only if it is needed. */
async function secureMaker(options: SecureOptions, answer: ServerAnswer): Promise<() => Server> {
  const { createSecureServer } = await import("./secure-server.js");
  return () => createSecureServer(options, answer);
}

function listenOn(server: Server, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", async (cause: NodeJS.ErrnoException) =>
      reject(new CannotStart(await whyNot(cause, host, port), { cause })),
    );
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      // If a connection cannot be accepted (too many open files), the process must not end. The client notices by
      // itself.
      server.on("error", () => {});
      resolve(server);
    });
  });
}

async function whyNot({ code, message }: NodeJS.ErrnoException, host: string, port: number): Promise<string> {
  if (code === "EADDRINUSE")
    return (await refusesConnections(host, port))
      ? `port ${port} on ${host} is in use, but nothing listens there: ${OUTGOING}; try again, or take another --port (0 picks a free one)`
      : `port ${port} on ${host} is in use: stop the other program, or take another --port (0 picks a free one)`;
  if (code === "EACCES") return `port ${port} on ${host} may not be used by this user: take one above 1023`;
  return `cannot listen on ${host}:${port}: ${message}`;
}

/** Why a port can be in use although nothing listens there. */
export const OUTGOING = "an outgoing connection has this port, or had it a moment ago";

/** True if a port that is in use refuses connections. False for all addresses together: another one may have the listener. */
export async function refusesConnections(host: string, port: number): Promise<boolean> {
  if (isIP(host) === 0 || host === "0.0.0.0" || host === "::") return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, host)
    .once("connect", () => resolve(false))
    .once("error", ({ code }: NodeJS.ErrnoException) => resolve(code === "ECONNREFUSED"))
    .setTimeout(PATIENCE_MS, () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/** Lets pending answers finish, and then closes the connections that are still open. */
export async function closeServers(servers: readonly Server[]): Promise<void> {
  const closed = servers.map((server) => new Promise<void>((done) => server.close(() => done())));
  for (const server of servers) server.closeIdleConnections();
  const timer = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, CLOSE_MAX_MS);
  await Promise.all(closed);
  clearTimeout(timer);
}

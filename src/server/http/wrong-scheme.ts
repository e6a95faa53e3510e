import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Log } from "../../lane/ports/log.js";

/** One warning in this time, in milliseconds of real time: a client may try again and again. */
const QUIET_MS = 60_000;

/** The first byte of a TLS handshake. No HTTP request begins with it. */
const HANDSHAKE = 0x16;

type FirstBytes = Error & { readonly rawPacket?: Uint8Array; readonly code?: string };

/** Warns in the log of clients that speak TLS to a plain HTTP server, or plain HTTP to one with TLS. They see no answer that says so. */
export function warnOfWrongScheme(servers: readonly Server[], url: string, log: Log): void {
  let quietUntil = 0;
  const warn = (what: string): void => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + QUIET_MS;
    log.warn(what);
  };
  for (const server of servers)
    if (url.startsWith("https:"))
      server.on("tlsClientError", ({ code }: FirstBytes) => {
        if (code === "ERR_SSL_HTTP_REQUEST")
          warn(`a plain HTTP request came, and this sandbox speaks HTTPS: use ${url}`);
      });
    else
      server.on("connection", (socket: Socket) =>
        // Node answers it with 400, and then ends the connection by this error.
        socket.once("error", ({ rawPacket }: FirstBytes) => {
          if (rawPacket?.[0] === HANDSHAKE)
            warn(`a TLS handshake came, and this sandbox speaks plain HTTP: use ${url}, or start with --https`);
        }),
      );
}

import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Log } from "../../lane/ports/log.js";

/** One warning of a kind in this time, in milliseconds of real time: a client may try again and again. */
const QUIET_MS = 60_000;

type FirstBytes = Error & { readonly rawPacket?: Uint8Array; readonly code?: string };

/** Node's own limit. The cookies of localhost go to each of its ports. */
const LARGE_HEADERS =
  "a request's headers were larger than 16 KB, so it was answered with 431 and not recorded: in a browser, delete the cookies of localhost, which go to every port of it, or start with --base-url and 127.0.0.1";

const INCOMPLETE =
  "a request began and did not arrive in time, so it was answered with 408 and not recorded: its Content-Length may be larger than its body";

const PROXY_HEADER =
  "a PROXY protocol header came, and this sandbox reads none: switch it off in the proxy in front, such as send-proxy in HAProxy";

/** The first bytes of what is no HTTP/1.1 request, and what to do. */
const foreign = (url: string): readonly (readonly [start: string, what: string])[] => [
  ["\x16", `a TLS handshake came, and this sandbox speaks plain HTTP: use ${url}, or start with --https`],
  [
    "PRI * HTTP/2.0",
    "HTTP/2 without TLS (h2c) came, and this sandbox speaks HTTP/1.1: set the client, or the proxy in front, to HTTP/1.1",
  ],
  ["PROXY ", PROXY_HEADER],
  ["\r\n\r\n\0\r\nQUIT\n", PROXY_HEADER],
];

/** Warns in the log of what never becomes a call: another protocol, too large headers, or half of a request. The client sees no answer that says so. */
export function warnOfUnreadable(servers: readonly Server[], url: string, log: Log): void {
  const quietUntil = new Map<string, number>();
  const warn = (what: string): void => {
    if (Date.now() < (quietUntil.get(what) ?? 0)) return;
    quietUntil.set(what, Date.now() + QUIET_MS);
    log.warn(what);
  };
  const starts = foreign(url);
  // Node answers it by itself, and then ends the connection by this error.
  const watch = (socket: Socket) =>
    socket.once("error", ({ code, rawPacket }: FirstBytes) => {
      if (code === "HPE_HEADER_OVERFLOW") return warn(LARGE_HEADERS);
      // A browser opens connections before it needs them.
      if (code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead > 0) return warn(INCOMPLETE);
      if (!rawPacket) return;
      const came = Buffer.from(rawPacket.subarray(0, 20)).toString("latin1");
      const [, what] = starts.find(([start]) => came.startsWith(start)) ?? [];
      if (what) warn(what);
    });
  const isSecure = url.startsWith("https:");
  for (const server of servers) {
    server.on(isSecure ? "secureConnection" : "connection", watch);
    if (isSecure)
      server.on("tlsClientError", ({ code }: FirstBytes) => {
        if (code === "ERR_SSL_HTTP_REQUEST")
          warn(`a plain HTTP request came, and this sandbox speaks HTTPS: use ${url}`);
      });
  }
}

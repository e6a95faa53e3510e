import type { ServerResponse } from "node:http";
import type { HangUpHow } from "../../core/scenario/effects/faults.js";

/** How long to keep the socket of an answer that never comes, in milliseconds, if the client doesn't leave first. */
const SILENCE_MS = 120_000;

/** Many clients take this for the status 200 and no body. */
const HALF_A_HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/";

/** Cuts a connection on purpose. Only this request's socket is touched. */
export async function hangUp(outgoing: ServerResponse, how: HangUpHow, body: string): Promise<void> {
  const socket = outgoing.socket;
  if (!socket || socket.destroyed) return;
  switch (how) {
    case "reset":
      socket.resetAndDestroy();
      return;
    case "empty":
      socket.destroy();
      return;
    case "head":
      await new Promise<void>((written) => socket.end(HALF_A_HEAD, written));
      socket.destroy();
      return;
    case "truncated": {
      const bytes = Buffer.from(body);
      outgoing.writeHead(200, { "Content-Type": "application/json", "Content-Length": bytes.length });
      await new Promise<void>((written) =>
        outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => written()),
      );
      socket.destroy();
      return;
    }
    case "silence":
      await new Promise<void>((left) => {
        const timer = setTimeout(() => socket.destroy(), SILENCE_MS);
        timer.unref();
        const leave = () => {
          clearTimeout(timer);
          left();
        };
        // The client may reuse the connection for its next request before the socket is closed.
        socket.once("end", leave).once("close", leave);
      });
  }
}

import type { ServerResponse } from "node:http";

/** How long an answer that never comes keeps its socket, in milliseconds, when the client does not leave first. */
const SILENCE_MS = 120_000;

interface Connection {
  readonly outgoing: ServerResponse;
}

/** Cuts a connection on purpose. Only this request's socket is touched. */
export async function hangUp(
  connection: unknown,
  how: "reset" | "silence" | "empty" | "truncated",
  body: string,
): Promise<void> {
  const { outgoing } = connection as Connection;
  const socket = outgoing.socket;
  if (!socket || socket.destroyed) return;
  switch (how) {
    case "reset":
      socket.resetAndDestroy();
      return;
    case "empty":
      socket.destroy();
      return;
    case "truncated": {
      const bytes = Buffer.from(body || '{"responseCode":"0000","message":"Success"}');
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
        socket.once("close", () => {
          clearTimeout(timer);
          left();
        });
      });
  }
}

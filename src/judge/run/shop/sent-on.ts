import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import type { OutboxEntry } from "../../../app/ports/outbox.js";

/** The part of the HTTP client's message that is read here (undici, DiagnosticsChannel.md). */
interface Sent {
  readonly request: { readonly body: unknown };
  readonly socket: Socket;
}

const SENT = "undici:client:sendHeaders";

/** Calls `watcher` with the local port of each connection on which this notification is sent. The returned function stops it. */
export function watchConnections(
  { url, fields }: Pick<OutboxEntry, "url" | "fields">,
  watcher: (localPort: number) => void,
): () => void {
  const port = Number(new URL(url).port);
  const look = (message: unknown): void => {
    const { request, socket } = message as Sent;
    const { localPort, remotePort } = socket;
    if (localPort !== undefined && remotePort === port && holds(request.body, fields)) watcher(localPort);
  };
  subscribe(SENT, look);
  return () => void unsubscribe(SENT, look);
}

/** True if the body is that of a notification with these fields, whatever its signature. */
function holds(body: unknown, fields: OutboxEntry["fields"]): boolean {
  if (!Buffer.isBuffer(body)) return false;
  const sent = JSON.parse(body.toString()) as OutboxEntry["fields"];
  return Object.entries(fields).every(([name, value]) => name === "signature" || sent[name] === value);
}

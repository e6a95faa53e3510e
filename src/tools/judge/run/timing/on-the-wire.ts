import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import type { OutboxEntry } from "../../../../lane/ports/outbox.js";
import { objectIn } from "../../../../package/json.js";

/** The part of the HTTP client's message that is read here (undici, DiagnosticsChannel.md). */
interface Sent {
  readonly request: { readonly body: unknown };
  readonly socket: Socket;
}

const SENT = "undici:client:sendHeaders";

/**
 * Calls `watcher` with the local port of the connection each time that this notification is about to be written to it.
 * The returned function stops it.
 */
export function watchWire(
  { url, fields }: Pick<OutboxEntry, "url" | "fields">,
  watcher: (localPort: number) => void,
): () => void {
  const { port: given, protocol } = new URL(url);
  const port = Number(given) || (protocol === "https:" ? 443 : 80);
  const look = (message: unknown): void => {
    const { request, socket } = message as Sent;
    const { localPort, remotePort } = socket;
    if (localPort !== undefined && remotePort === port && holds(request.body, fields)) watcher(localPort);
  };
  subscribe(SENT, look);
  return () => void unsubscribe(SENT, look);
}

/** True if the body is that of a notification with these fields, whatever its signature. Others may send to the same port. */
function holds(body: unknown, fields: OutboxEntry["fields"]): boolean {
  if (!Buffer.isBuffer(body)) return false;
  const sent = objectIn(body.toString()) ?? {};
  return Object.entries(fields).every(([name, value]) => name === "signature" || sent[name] === value);
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { limits } from "../../../core/facts/limits.js";
import type { HangUpHow } from "../../../core/scenario/effects/faults.js";
import { DISCARDED_MAX_BYTES } from "../../../package/bounded-body.js";
import type { PaymentApi } from "./payment-api.js";

/** Cuts the connection of a call. Resolves once the client has noticed or has given up. */
export type HangUp = (outgoing: ServerResponse, how: HangUpHow, body: string) => Promise<void>;

/** Answers a call on Node's own messages, which needs no routes. */
export async function answerNode(
  { api, hangUp }: { readonly api: PaymentApi; readonly hangUp: HangUp },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { lane, path }: { readonly lane: string; readonly path: string },
): Promise<void> {
  const { status, headers, body, fault } = await api.answer({
    ...{ method: incoming.method!, lane, path, incoming, outgoing },
    headers: incoming.headers as Readonly<Record<string, string | undefined>>,
    body: () => bodyOf(incoming),
  });
  if (fault) return hangUp(outgoing, fault.how, body).then(fault.over);
  // The client has already left.
  if (outgoing.destroyed) return;
  outgoing.writeHead(status, { ...headers, "Content-Length": String(Buffer.byteLength(body)) }).end(body);
}

/** If the client leaves before its body is complete, there is no answer. */
function bodyOf(incoming: IncomingMessage): Promise<string | undefined> {
  return new Promise((done) => {
    const most = limits.bodyMaxBytes.value;
    let chunks: Buffer[] = [];
    let bytes = 0;
    incoming.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= most) chunks.push(chunk);
      else chunks = [];
      if (bytes > DISCARDED_MAX_BYTES) done(undefined);
    });
    incoming.on("end", () => done(bytes > most ? undefined : bodyText(chunks)));
  });
}

const BOM = 0xfeff;

/** Decodes a body, for both transports. Skips one byte order mark, and replaces invalid UTF-8 by U+FFFD. */
export function bodyText(chunks: readonly Uint8Array[]): string {
  const [only] = chunks;
  // Most bodies arrive in one piece, which needn't be copied.
  const whole = chunks.length === 1 && Buffer.isBuffer(only) ? only : Buffer.concat(chunks);
  const text = whole.toString("utf8");
  return text.charCodeAt(0) === BOM ? text.slice(1) : text;
}

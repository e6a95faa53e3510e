import type { IncomingMessage, ServerResponse } from "node:http";
import { limits } from "../../../core/facts/limits.js";
import type { HangUpHow } from "../../../core/scenario/effects/faults.js";
import { type BodyText, bodyText, DISCARDED_MAX_BYTES } from "../../../package/bounded-body.js";
import type { PaymentApi } from "./payment-api.js";

/** Answers a call on Node's own messages, which needs no routes. `hangUp` resolves once the client has noticed the cut. */
export async function answerNode(
  { api, hangUp }: { api: PaymentApi; hangUp: (to: ServerResponse, how: HangUpHow, body: string) => Promise<void> },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { lane, path }: { readonly lane: string; readonly path: string },
): Promise<void> {
  const { status, headers, body, fault } = await api.answer({
    method: incoming.method!,
    lane,
    path,
    incoming,
    outgoing,
    headers: incoming.headers as Readonly<Record<string, string | undefined>>,
    body: () => bodyOf(incoming),
  });
  if (fault) return hangUp(outgoing, fault.how, body).then(fault.over);
  // The client has already left.
  if (outgoing.destroyed) return;
  outgoing.writeHead(status, { ...headers, "Content-Length": String(Buffer.byteLength(body)) }).end(body);
}

/** If the client leaves before its body is complete, there is no answer. */
function bodyOf(incoming: IncomingMessage): Promise<BodyText | undefined> {
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

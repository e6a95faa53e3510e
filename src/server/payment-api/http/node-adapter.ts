import type { IncomingMessage, ServerResponse } from "node:http";
import { limits } from "../../../core/facts/limits.js";
import { hangUp } from "../../../lane/runtime/hang-up.js";
import { receivedText } from "../../../package/bounded-body.js";
import type { PaymentApi, WireCall } from "./payment-api.js";

/** Answers a call on Node's own messages, which needs no routes. */
export async function answerNode(
  api: PaymentApi,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: Pick<WireCall, "lane" | "path">,
): Promise<void> {
  const { status, headers, body, fault } = await api.answer({
    ...target,
    method: incoming.method!,
    incoming,
    outgoing,
    headers: incoming.headers as Readonly<Record<string, string | undefined>>,
    body: () => receivedText(incoming, limits.bodyMaxBytes.value),
  });
  if (fault) return hangUp(outgoing, fault.how, body).then(fault.over);
  // The client has already left.
  if (outgoing.destroyed) return;
  outgoing.writeHead(status, { ...headers, "Content-Length": String(Buffer.byteLength(body)) }).end(body);
}

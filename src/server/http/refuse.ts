import type { ServerResponse } from "node:http";

/** A fault and its fix, in the control API's form. */
export interface RefusalBody {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

/** Answers without the routes. */
export function sendRefusal(outgoing: ServerResponse, http: 403 | 503, refusal: RefusalBody): void {
  const body = JSON.stringify(refusal);
  outgoing.writeHead(http, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  outgoing.end(body);
}

import type { ServerResponse } from "node:http";

/** What is wrong, and what to do about it: the control API's form. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

/** Answers without the routes. */
export function refuse(outgoing: ServerResponse, http: 403 | 503, refusal: Refusal): void {
  const body = JSON.stringify(refusal);
  outgoing.writeHead(http, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  outgoing.end(body);
}

/**
 * How to cut a connection: `reset` sends RST, `silence` sends nothing until the client leaves, `empty` closes without
 * an answer, `truncated` sends less than the declared length, `head` only the status line and half a header.
 */
export type HangUpHow = "reset" | "silence" | "empty" | "truncated" | "head";

/** What the client sees of a fault. */
export type FaultyAnswer =
  | { readonly kind: "answer"; readonly http: number; readonly body: string; readonly contentType: string }
  | { readonly kind: "hang-up"; readonly how: HangUpHow };

const cut = (how: HangUpHow) => ({ kind: "hang-up", how }) as const satisfies FaultyAnswer;
const answer = (http: number, contentType: string, body: string) =>
  ({ kind: "answer", http, body, contentType }) as const satisfies FaultyAnswer;

const html = (status: string): string =>
  `<html>\r\n<head><title>${status}</title></head>\r\n<body><center><h1>${status}</h1></center></body>\r\n</html>\r\n`;
const httpError = (http: number, reason: string) => answer(http, "text/html", html(`${http} ${reason}`));

/** A proxy that answers in the service's place, as those of hotels and companies do. */
const PROXY_PAGE =
  "<!doctype html>\r\n<html><head><title>Web Access Gateway</title></head><body><p>Please accept the terms of use to continue.</p></body></html>\r\n";

/** Each fault. Its answer has a body of its own, or that of the answer that it damages. */
const faults = {
  "connection-reset": cut("reset"),
  "no-response": cut("silence"),
  "empty-response": cut("empty"),
  "truncated-head": cut("head"),
  "truncated-body": cut("truncated"),
  "garbage-body": answer(200, "application/json", "\u0000\u0001{]garbage\u007f"),
  "empty-body": answer(200, "application/json", ""),
  "html-body": answer(200, "text/html", PROXY_PAGE),
  "wrong-content-type": (body: string) => answer(200, "text/html", body || "<html></html>"),
  "http-429": httpError(429, "Too Many Requests"),
  "http-500": httpError(500, "Internal Server Error"),
  "http-502": httpError(502, "Bad Gateway"),
  "http-503": httpError(503, "Service Unavailable"),
  "http-504": httpError(504, "Gateway Timeout"),
} as const satisfies Readonly<Record<string, FaultyAnswer | ((body: string) => FaultyAnswer)>>;
export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as [FaultName, ...FaultName[]];

export const isFaultName = (name: unknown): name is FaultName =>
  typeof name === "string" && Object.hasOwn(faults, name);

/** The effect of a fault. `body` is the answer that it replaces or damages. */
export function faultyAnswer(name: FaultName, body: string): FaultyAnswer {
  const fault = faults[name];
  return typeof fault === "function" ? fault(body) : fault;
}

/** True if the fault cuts the connection. Otherwise it sends another answer. */
export const cutsConnection = (name: FaultName): boolean => faultyAnswer(name, "").kind === "hang-up";

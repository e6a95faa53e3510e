import type { FaultName } from "../../../core/scenario/rule/rule.js";

/** The effect of a fault that the client sees. */
export type FaultyAnswer =
  | { readonly kind: "answer"; readonly http: number; readonly body: string; readonly contentType: string }
  | { readonly kind: "hang-up"; readonly how: HangUpHow };

/**
 * How to cut a connection: `reset` sends RST, `silence` sends nothing until the client leaves, `empty` closes without
 * an answer, `truncated` sends less than the declared length, `head` only the status line and half a header.
 */
export type HangUpHow = "reset" | "silence" | "empty" | "truncated" | "head";

const html = (status: string): string =>
  `<html>\r\n<head><title>${status}</title></head>\r\n<body><center><h1>${status}</h1></center></body>\r\n</html>\r\n`;
const httpError = (http: number, reason: string): FaultyAnswer => ({
  kind: "answer",
  http,
  body: html(`${http} ${reason}`),
  contentType: "text/html",
});

/** A proxy that answers in the service's place, as those of hotels and companies do. */
const PROXY_PAGE =
  "<!doctype html>\r\n<html><head><title>Web Access Gateway</title></head><body><p>Please accept the terms of use to continue.</p></body></html>\r\n";

/** Each fault. `body` is the answer that it replaces or damages. */
export const faults: Readonly<Record<FaultName, (body: string) => FaultyAnswer>> = {
  "connection-reset": () => ({ kind: "hang-up", how: "reset" }),
  "no-response": () => ({ kind: "hang-up", how: "silence" }),
  "empty-response": () => ({ kind: "hang-up", how: "empty" }),
  "truncated-body": () => ({ kind: "hang-up", how: "truncated" }),
  "truncated-head": () => ({ kind: "hang-up", how: "head" }),
  "empty-body": () => ({ kind: "answer", http: 200, body: "", contentType: "application/json" }),
  "html-body": () => ({ kind: "answer", http: 200, body: PROXY_PAGE, contentType: "text/html" }),
  "garbage-body": () => ({
    kind: "answer",
    http: 200,
    body: "\u0000\u0001{]garbage\u007f",
    contentType: "application/json",
  }),
  "wrong-content-type": (body) => ({
    kind: "answer",
    http: 200,
    body: body || "<html></html>",
    contentType: "text/html",
  }),
  "http-429": () => httpError(429, "Too Many Requests"),
  "http-500": () => httpError(500, "Internal Server Error"),
  "http-502": () => httpError(502, "Bad Gateway"),
  "http-503": () => httpError(503, "Service Unavailable"),
  "http-504": () => httpError(504, "Gateway Timeout"),
};

import { connect, type Socket } from "node:net";

/** POSTs of JSON to the URL: the n-th has the n-th body. */
export interface Load {
  readonly url: string;
  readonly requests: number;
  /** No request is begun later than this; no limit by default. */
  readonly seconds?: number;
  readonly connections?: number;
  readonly body: (n: number) => string;
  /** A body is a whole request. */
  readonly isWhole?: boolean;
}

export interface Measured {
  /** How many were answered. */
  readonly answered: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Sends requests over keep-alive connections, each waiting for its answer; bounded in count, and in time. Throws where
 * an answer is not 2xx. Bare sockets: Node's own client costs as much as the servers that are measured.
 */
export async function send(load: Load): Promise<Measured> {
  const { url, requests, seconds: limit = Number.POSITIVE_INFINITY, connections = 16, body, isWhole } = load;
  const { pathname } = new URL(url);
  const tookMs: number[] = [];
  let next = 0;
  const worker = async () => {
    using open = posting(url);
    while (next < requests && performance.now() < until) {
      const text = body(next++);
      const began = performance.now();
      await (isWhole ? open.send(text) : open.post(pathname, text));
      tookMs.push(performance.now() - began);
    }
  };
  const began = performance.now();
  const until = began + limit * 1000;
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - began) / 1000;
  tookMs.sort((a, b) => a - b);
  const at = (share: number): number => tookMs[Math.floor(tookMs.length * share)]!;
  return { answered: next, perSecond: next / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** A kept connection on which POSTs of JSON follow one another. */
export function posting(url: string) {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1").setNoDelay();
  const send = poster(socket, url);
  const head = `Host: localhost:${port}\r\nContent-Type: application/json\r\n`;
  return {
    /** Sends a whole request. */
    send,
    post: (path: string, body: string): Promise<string> =>
      send(`POST ${path} HTTP/1.1\r\n${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
    [Symbol.dispose]: () => socket.destroy(),
  };
}

/** Writes a request and waits until the whole answer is there; all servers here declare its length. Resolves to the body. */
function poster(socket: Socket, url: string): (request: string) => Promise<string> {
  let answered: ((body: string) => void) | undefined;
  let failed: ((error: Error) => void) | undefined;
  let received = "";
  socket.setEncoding("latin1");
  const fail = (why: string): void => failed?.(new Error(`${url}: ${why}`));
  socket.on("error", ({ message }) => fail(message));
  socket.on("close", () => fail("closed before the whole answer was there"));
  socket.on("data", (text: string) => {
    received += text;
    const end = received.indexOf("\r\n\r\n");
    if (end === -1) return;
    const length = /content-length: (\d+)/i.exec(received)?.[1];
    if (received.length < end + 4 + Number(length)) return;
    if (received.startsWith("HTTP/1.1 2") && length !== undefined) answered?.(received.slice(end + 4));
    else fail(`expected 2xx with its length, found ${received}`);
    received = "";
  });
  return (request) =>
    new Promise((resolve, reject) => {
      answered = resolve;
      failed = reject;
      socket.write(request);
    });
}

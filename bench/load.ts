import { connect, type Socket } from "node:net";

/** One kind of request; `body(n)` makes the n-th. */
export interface Load {
  readonly url: string;
  readonly body: (n: number) => string;
  readonly requests: number;
  /** No request is begun later than this; no limit by default. */
  readonly seconds?: number;
  readonly connections?: number;
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
 * an answer is not 200. Bare sockets: Node's own client costs as much as the servers that are measured.
 */
export async function send({
  url,
  body,
  requests,
  seconds: limit = Number.POSITIVE_INFINITY,
  connections = 16,
}: Load): Promise<Measured> {
  const { port, pathname } = new URL(url);
  const head = `POST ${pathname} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: `;
  const tookMs: number[] = [];
  let next = 0;
  const worker = async () => {
    const socket = connect(Number(port), "127.0.0.1").setNoDelay();
    const post = poster(socket, url);
    while (next < requests && performance.now() < until) {
      const text = body(next++);
      const began = performance.now();
      await post(`${head}${Buffer.byteLength(text)}\r\n\r\n${text}`);
      tookMs.push(performance.now() - began);
    }
    socket.destroy();
  };
  const began = performance.now();
  const until = began + limit * 1000;
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - began) / 1000;
  tookMs.sort((a, b) => a - b);
  const at = (share: number): number => tookMs[Math.floor(tookMs.length * share)]!;
  return { answered: next, perSecond: next / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Writes a request and waits until the whole answer is there; all servers here declare its length. */
function poster(socket: Socket, url: string): (request: string) => Promise<void> {
  let answered: (() => void) | undefined;
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
    if (received.startsWith("HTTP/1.1 200") && length !== undefined) answered?.();
    else fail(`expected 200 with its length, found ${received}`);
    received = "";
  });
  return (request) =>
    new Promise((resolve, reject) => {
      answered = resolve;
      failed = reject;
      socket.write(request);
    });
}

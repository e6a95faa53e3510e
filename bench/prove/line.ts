import { connect, type Socket } from "node:net";

/** An answer as it came. */
export interface Answer {
  readonly http: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of a request: its answers, and how it went on. */
export interface Exchange {
  readonly answers: readonly Answer[];
  /** `closed`: the server ended the connection; `silent`: nothing more came in time. */
  readonly end: "answered" | "closed" | "silent";
}

export interface Asking {
  readonly bytes: Buffer;
  /** How many answers are waited for; 1 by default. */
  readonly answers?: number;
  /** HEAD: no body comes with the answer. */
  readonly isHead?: boolean;
  /** Nothing more will be sent: the server sees the end. */
  readonly ends?: boolean;
  readonly withinMs?: number;
}

const WITHIN_MS = 10_000;

/** One keep-alive connection that sends bytes as they are; opened again when the server closed it. */
export class Line {
  #socket: Socket | undefined;

  constructor(
    readonly port: number,
    readonly host = "127.0.0.1",
  ) {}

  ask({ bytes, answers: wanted = 1, isHead = false, ends = false, withinMs = WITHIN_MS }: Asking): Promise<Exchange> {
    const socket = this.#open();
    return new Promise((resolve) => {
      let received: Buffer = Buffer.alloc(0);
      const answers: Answer[] = [];
      const done = (end: Exchange["end"]): void => {
        clearTimeout(timer);
        for (const name of ["data", "error", "close"]) socket.removeAllListeners(name);
        socket.on("error", () => {});
        if (end !== "answered" || ends || answers.at(-1)?.headers.connection === "close") this.close();
        resolve({ answers, end });
      };
      const timer = setTimeout(() => done("silent"), withinMs);
      const read = (isAtEnd: boolean): boolean => {
        for (;;) {
          const next = answerIn(received, { isHead, isAtEnd });
          if (!next) return false;
          received = received.subarray(next.length);
          if (next.answer.http >= 200) answers.push(next.answer);
          if (answers.length === wanted) return true;
        }
      };
      socket.on("data", (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        if (read(false)) done("answered");
      });
      // What came before a reset counts: the close follows.
      socket.on("error", () => {});
      socket.on("close", () => done(read(true) ? "answered" : "closed"));
      if (ends) socket.end(bytes);
      else socket.write(bytes);
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #open(): Socket {
    if (!this.#socket || this.#socket.destroyed || !this.#socket.writable) {
      this.#socket?.destroy();
      this.#socket = connect(this.port, this.host).setNoDelay();
    }
    return this.#socket;
  }
}

interface Read {
  readonly answer: Answer;
  /** In bytes, head and body. */
  readonly length: number;
}

/** The first whole answer of what was received. */
function answerIn(received: Buffer, { isHead, isAtEnd }: { isHead: boolean; isAtEnd: boolean }): Read | undefined {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd === -1) return undefined;
  const [statusLine = "", ...lines] = received.toString("latin1", 0, headEnd).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const http = Number(statusLine.split(" ")[1]);
  const from = headEnd + 4;
  const answer = (body: string, to: number): Read => ({ answer: { http, headers, body }, length: to });
  if (isHead || http < 200 || http === 204 || http === 304) return answer("", from);
  if (/chunked/i.test(headers["transfer-encoding"] ?? "")) {
    const chunked = unchunked(received, from);
    return chunked && answer(chunked.body, chunked.to);
  }
  const length = headers["content-length"];
  if (length === undefined) return isAtEnd ? answer(received.toString("utf8", from), received.length) : undefined;
  const to = from + Number(length);
  return received.length < to ? undefined : answer(received.toString("utf8", from, to), to);
}

function unchunked(received: Buffer, from: number): { readonly body: string; readonly to: number } | undefined {
  const pieces: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = received.indexOf("\r\n", at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(received.toString("latin1", at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (received.length < next) return undefined;
    if (size === 0) return { body: Buffer.concat(pieces).toString("utf8"), to: next };
    pieces.push(received.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}

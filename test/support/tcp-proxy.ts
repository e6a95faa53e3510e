import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/**
 * What becomes of a piece that a client sends: it goes on; it goes on and the client is cut off at once, or when the server
 * has done it and answers; it is lost with the connection.
 */
export type Fate = "pass" | "pass-and-cut" | "lose-answer" | "cut";

/** True if the client sends a statement to PostgreSQL whose text begins so. Its name does, too; the text goes with it only the first time. */
export const runs = (piece: string, beginning: string): boolean => piece.includes(`\0${beginning}`);

/** Stands between a client and a server, and cuts connections where a test wants it. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  judge: (piece: string) => Fate;
  /** The connections of now pass nothing any more, and nobody is told: as where the machine at their other end is gone. */
  silence(): void;
}

export async function tcpProxy(to: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const open = new Set<Socket>();
  let silenced = new AbortController();
  const proxy = {
    judge: (_: string): Fate => "pass",
    silence: () => {
      silenced.abort();
      silenced = new AbortController();
    },
  };
  const server = createServer((client) => {
    const upstream = connect(to.port, to.host);
    const silence = silenced.signal;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => open.delete(socket));
    }
    let isCut = false;
    /** What the answer has to say before it is lost. */
    let lost: string | undefined;
    let answer = "";
    client.on("data", (piece) => {
      if (silence.aborted) return;
      const text = piece.toString("latin1");
      const fate = proxy.judge(text);
      if (fate === "pass") return void upstream.write(piece);
      isCut = true;
      if (fate === "lose-answer") {
        lost = runs(text, "COMMIT") ? "COMMIT" : "";
        return void upstream.write(piece);
      }
      if (fate === "cut") upstream.destroy();
      // The server has read it before it sees the end.
      else upstream.end(piece);
      client.destroy();
    });
    upstream.on("data", (piece) => {
      if (silence.aborted) return;
      if (!isCut) return void client.write(piece);
      answer += piece.toString("latin1");
      if (lost === undefined || !answer.includes(lost)) return;
      upstream.end();
      client.destroy();
    });
    client.on("close", () => isCut || upstream.destroy());
    upstream.on("close", () => client.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return Object.assign(proxy, {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  });
}

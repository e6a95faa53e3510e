import { request } from "node:http";
import { listening } from "./listening.js";

/**
 * Keeps idle connections open. By default Node closes them after five seconds. If the test's process stands still for that
 * long, its client sends its next call on a connection that is being closed: ECONNRESET.
 */
export const PATIENT = { keepAliveTimeout: 0 } as const;

/** A load balancer without a memory: each request goes to a node that is drawn. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
  /** The nodes from now on. Resolves once the others have answered the requests that they were sent before. */
  set(nodes: readonly string[]): Promise<void>;
}

/**
 * A request that its node cannot take (it is gone, nothing was sent) goes to another; where there is none the answer is 502. A
 * connection that a node cuts is cut in the same way, and one that the client leaves is left.
 */
export async function balancer(nodes: readonly string[], draw: () => number = Math.random): Promise<Balancer> {
  let all = nodes;
  const underWay = new Map<Promise<void>, string>();
  const server = await listening((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => send([...all].sort(() => draw() - 0.5)));
    const send = ([node, ...others]: readonly string[]): void => {
      if (node === undefined) return void outgoing.writeHead(502).end();
      const { method = "GET", url = "/", headers } = incoming;
      const passed = request(`${node}${url}`, { method, headers, agent: false });
      passed.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNREFUSED") send(others);
        // A reset is an error of the system's own; a connection that was ended is only told by Node.
        else if (error.syscall !== undefined) outgoing.socket?.resetAndDestroy();
        else outgoing.socket?.destroySoon();
      });
      passed.on("response", (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on("error", () => outgoing.socket?.destroySoon());
        answer.pipe(outgoing);
      });
      const { promise: done, resolve } = Promise.withResolvers<void>();
      underWay.set(done, node);
      passed.on("close", () => {
        underWay.delete(done);
        resolve();
      });
      outgoing.on("close", () => passed.destroy());
      passed.end(Buffer.concat(chunks));
    };
  }, PATIENT);
  return {
    ...server,
    set: async (next) => {
      all = next;
      await Promise.all([...underWay].flatMap(([done, node]) => (next.includes(node) ? [] : [done])));
    },
  };
}

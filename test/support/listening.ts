import { createServer, type RequestListener, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on a free port of the loopback. */
export async function listening(answer: RequestListener, options: ServerOptions = {}) {
  const server = createServer(options, answer);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

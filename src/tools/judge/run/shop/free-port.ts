import { createServer } from "node:net";

/**
 * Below the range that systems use for outgoing connections, so that none of those can take the port while the shop
 * is down.
 */
const FIRST = 20_000;
const COUNT = 12_000;
const TRIES = 100;

let next = Math.floor(Math.random() * COUNT);

/** A free port on loopback. Later calls in this process return other ports. */
export async function freePort(): Promise<number> {
  for (let left = TRIES; left > 0; left--) {
    const port = FIRST + (next++ % COUNT);
    if ((await isFree(port, "127.0.0.1")) && (await isFree(port, "::1"))) return port;
  }
  throw new Error(`no free port was found between ${FIRST} and ${FIRST + COUNT}`);
}

/** Also true if this machine doesn't have the address, for example without IPv6. */
function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code !== "EADDRINUSE" && code !== "EACCES"));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

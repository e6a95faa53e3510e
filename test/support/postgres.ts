import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { packagePath } from "../../src/package/files.js";
import { freePort } from "../../src/tools/judge/run/shop/free-port.js";

const LOOK_AGAIN_MS = 50;
const START_MAX_MS = 60_000;

/** The process that all test files of a run belong to: vitest's own. */
const owner = Number(process.env.PAYMENT_SANDBOX_TEST_OWNER ?? process.pid);

/**
 * A store of the test's own: a schema in the PostgreSQL of this run, which starts when the first test asks for it and
 * ends with the run. PAYMENT_SANDBOX_TEST_STORE names one that runs already.
 */
export async function testStore(): Promise<string> {
  const url = new URL(process.env.PAYMENT_SANDBOX_TEST_STORE ?? (await sharedServer()));
  url.searchParams.set("schema", `test_${randomBytes(6).toString("hex")}`);
  url.searchParams.set("pool", "5");
  return url.href;
}

/** Asks the database itself, within the store's schema. */
export async function asked(store: string) {
  const url = new URL(store);
  const schema = url.searchParams.get("schema")!;
  url.search = "";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`SET search_path = ${schema}`);
  return {
    rows: async (sql: string) => (await client.query(sql)).rows,
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** One server for a whole run: the first test file starts it, the others wait for it. */
async function sharedServer(): Promise<string> {
  const folder = join(tmpdir(), `payment-sandbox-test-postgres-${owner}`);
  const ready = join(folder, "ready");
  try {
    mkdirSync(folder, { mode: 0o755 });
    startServer(folder, await freePort());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return urlIn(ready);
}

function startServer(folder: string, port: number): ChildProcess {
  const script = packagePath("test/support/postgres-server.mjs");
  const child = spawn(process.execPath, [script, folder, String(port), String(owner)], {
    stdio: "ignore",
    detached: true,
  });
  child.unref();
  return child;
}

async function urlIn(file: string): Promise<string> {
  const until = Date.now() + START_MAX_MS;
  while (!existsSync(file)) {
    if (Date.now() > until) throw new Error("expected a PostgreSQL for the tests within a minute, none started");
    await pause(LOOK_AGAIN_MS);
  }
  return readFileSync(file, "utf8");
}

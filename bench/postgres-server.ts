import { mkdtempDisposableSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { ownServer } from "../test/support/own-postgres.ts";

export interface MeasuredPostgres extends AsyncDisposable {
  readonly url: string;
  /** Where it keeps its data; undefined if it is not the bench's own. */
  readonly folder: string | undefined;
}

/** A PostgreSQL of the bench's own, with its usual settings: each commit is on disk. PAYMENT_SANDBOX_TEST_STORE names another. */
export async function startPostgres(): Promise<MeasuredPostgres> {
  const given = process.env.PAYMENT_SANDBOX_TEST_STORE;
  if (given !== undefined) return { url: given, folder: undefined, [Symbol.asyncDispose]: async () => {} };
  const { path, remove } = mkdtempDisposableSync(join(tmpdir(), "payment-sandbox-bench-postgres-"));
  const server = await ownServer(path, {
    settings: ["max_connections=200", "shared_preload_libraries=pg_stat_statements"],
  });
  return {
    url: server.url,
    folder: join(path, "data"),
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      remove();
    },
  };
}

/** CPU that all processes of the database took so far, in ms; NaN if it is not ours to look at. */
export function cpuUsedMs({ folder }: MeasuredPostgres): number {
  if (folder === undefined) return Number.NaN;
  const main = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[0]!;
  let ticks = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
      const [parent, own, ended] = [fields[1], fields.slice(11, 13), fields.slice(13, 15)];
      // The main process counts those of its children that ended.
      const counted = pid === main ? [...own, ...ended] : parent === main ? own : [];
      ticks += counted.reduce((sum, one) => sum + Number(one), 0);
    } catch {
      // It ended meanwhile.
    }
  return ticks * 10;
}

/** How many statements the nodes have sent so far; NaN if it is not ours to look at. */
export async function statementsOf({ url, folder }: MeasuredPostgres): Promise<number> {
  if (folder === undefined) return Number.NaN;
  await ask(url, "CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  const [row] = await ask(url, "SELECT coalesce(sum(calls), 0) AS n FROM pg_stat_statements");
  return Number(row!.n);
}

/** The bytes of a schema's tables, their indexes included. */
export async function sizeOf({ url }: MeasuredPostgres, schema: string): Promise<number> {
  const of = `SELECT sum(pg_total_relation_size(oid)) AS n FROM pg_class WHERE relkind = 'r' AND relnamespace = '${schema}'::regnamespace`;
  return Number((await ask(url, of))[0]!.n);
}

export async function ask(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

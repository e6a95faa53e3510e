import pg from "pg";
import { expect, it } from "vitest";
import { clientOf, queried, requests } from "../../../support/client.js";
import { ownServer, standbyOf } from "../../../support/own-postgres.js";
import { startTestSandbox, testFolder } from "../../../support/sandbox.js";
import { tcpProxy } from "../../../support/tcp-proxy.js";

const CALLERS = 6;
const WAIT = { timeout: 60_000 };
/** More transactions than the nodes have under way. */
const TRANSACTIONS = 100;

/** Runs a statement, each time in a transaction of its own. */
async function rowsOf(url: string, sql: string, times = 1): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    for (let n = 1; n < times; n++) await client.query(sql);
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

const isTrue = (url: string, condition: string) => async () =>
  (await rowsOf(url, `SELECT (${condition}) AS it`).catch(() => []))[0]?.it;

it("a synchronous standby that takes over has every answered call, and no other is answered as done", async () => {
  using folders = testFolder();
  using otherFolder = testFolder();
  await using primary = await ownServer(folders.path);
  await primary.stop();
  await using standby = await standbyOf({ folder: folders.path, url: primary.url }, otherFolder.path);
  await primary.start();
  standby.start();
  await expect.poll(isTrue(primary.url, "SELECT count(*) = 1 FROM pg_stat_replication"), WAIT).toBe(true);
  await rowsOf(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await rowsOf(primary.url, "SELECT pg_reload_conf()");
  const isSync = isTrue(primary.url, "SELECT bool_and(sync_state = 'sync') FROM pg_stat_replication");
  await expect.poll(isSync, WAIT).toBe(true);

  const target = { host: "127.0.0.1", port: Number(new URL(primary.url).port) };
  await using proxy = await tcpProxy(target);
  const store = primary.url.replace(`:${target.port}/`, `:${proxy.port}/`);
  await using a = await startTestSandbox({ store });
  await using b = await startTestSandbox({ store });
  const promised: { readonly id: number; readonly reference: string }[] = [];
  const wrong: string[] = [];
  let isOver = false;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    const client = clientOf(caller % 2 ? a.url : b.url);
    for (let n = 0; !isOver; n++) {
      const reference = `F-${caller}-${n}`;
      const { http, body } = await client("tokenization/sale", requests.sale({ merchantReference: reference }));
      if (http === 200 && body.responseCode === "0000") promised.push({ id: body.order.id, reference });
      else if (http !== 503) wrong.push(`${http} ${JSON.stringify(body)}`);
    }
  });
  await expect.poll(() => promised.length, WAIT).toBeGreaterThan(30);
  // The standby hears nothing more: commits are on the primary's disk, and their answers wait.
  await rowsOf(standby.url, "ALTER SYSTEM SET primary_conninfo = ''");
  await rowsOf(standby.url, "SELECT pg_reload_conf()");
  const isWaiting = isTrue(primary.url, "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  await expect.poll(isWaiting, WAIT).toBe(true);
  const before = promised.length;
  primary.kill();
  await rowsOf(standby.url, "SELECT pg_promote()");
  await expect.poll(isTrue(standby.url, "NOT pg_is_in_recovery()"), WAIT).toBe(true);
  // The ids of lost transactions are given out again.
  await rowsOf(standby.url, "SELECT pg_current_xact_id()", TRANSACTIONS);
  target.port = Number(new URL(standby.url).port);
  await expect.poll(() => promised.length, WAIT).toBeGreaterThan(before + 30);
  isOver = true;
  await Promise.all(callers);

  expect(wrong).toEqual([]);
  const found = await queried(
    a.client,
    promised.map(({ id }) => id),
  );
  expect(promised.filter(({ reference }, n) => found[n]?.merchantReference !== reference)).toEqual([]);
  expect(new Set(promised.map(({ id }) => id)).size).toBe(promised.length);
  expect((await b.control("GET", "invariants")).body.holds).toBe(true);
});

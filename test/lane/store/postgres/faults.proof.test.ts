import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../../../src/lane/ports/log.js";
import { addressOf } from "../../../../src/lane/store/postgres/connection/address.js";
import { Database } from "../../../../src/lane/store/postgres/connection/database.js";
import { nodeFeed } from "../../../../src/lane/store/postgres/upkeep/change-feed.js";
import { upkeepFailures } from "../../../../src/lane/store/postgres/upkeep/upkeep-failures.js";
import { clientOf, created, queried, requests, sold } from "../../../support/client.js";
import { ownServer } from "../../../support/own-postgres.js";
import { asked, testStore } from "../../../support/postgres.js";
import { startTestSandbox, testFolder } from "../../../support/sandbox.js";
import { startShop } from "../../../support/shop.js";
import { runs, tcpProxy } from "../../../support/tcp-proxy.js";

const sale = (merchantReference: string) => requests.sale({ merchantReference });

/** The store, reached by way of a proxy. */
async function proxied(store: string) {
  const url = new URL(store);
  const proxy = await tcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  return { proxy, store: url.href };
}

/** Lets the next writes of lanes fail so often with this SQLSTATE, as the server itself would. */
async function failing(store: string, sqlstate: string, times: number): Promise<void> {
  const url = new URL(store);
  const schema = url.searchParams.get("schema");
  url.search = "";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`SET search_path = ${schema};
    CREATE SEQUENCE failures;
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('${schema}.failures') <= ${times} THEN RAISE EXCEPTION 'on purpose' USING ERRCODE = '${sqlstate}'; END IF;
      RETURN NEW; END $$;
    CREATE TRIGGER fail BEFORE UPDATE OF version ON lanes FOR EACH ROW EXECUTE FUNCTION fail()`);
  await client.end();
}

/** The second round trip of the sale: it writes, and commits. */
const isCommit = (piece: string): boolean => piece.includes('"reference":"OUT-1"');

describe("a cut in the middle of a commit", () => {
  async function started() {
    const { proxy, store } = await proxied(await testStore());
    const sandbox = await startTestSandbox({ store });
    return { proxy, sandbox, last: (await sold(sandbox.client)).id };
  }

  it.each([
    ["lost on its way back", "lose-answer"],
    ["cut off while the database was at it", "pass-and-cut"],
  ] as const)("is looked up if the answer was %s, and answered as what it became", async (_, what) => {
    const { proxy, sandbox } = await started();
    await using _proxy = proxy;
    await using _sandbox = sandbox;
    const commits: string[] = [];
    proxy.judge = (piece) => (isCommit(piece) && commits.push(piece) === 1 ? what : "pass");
    const { http, body } = await sandbox.client("tokenization/sale", sale("OUT-1"));
    expect([commits.length, http, body.responseCode]).toEqual([1, 200, "0000"]);
    expect(runs(commits[0]!, "COMMIT")).toBe(true);
    const { body: again } = await sandbox.client("tokenization/sale", sale("OUT-1"));
    expect(again.responseCode).toBe("2002");
    const { body: query } = await sandbox.client("direct/query", { merchantId: 3, orderId: body.order.id });
    expect(query.order.status).toBe("SUCCESS");
    expect((await sandbox.control("GET", "invariants")).body.holds).toBe(true);
  });

  it("answers 503 if the commit never reached the database, and nothing of it is kept", async () => {
    const { proxy, sandbox, last } = await started();
    await using _proxy = proxy;
    await using _sandbox = sandbox;
    let cuts = 0;
    proxy.judge = (piece) => (isCommit(piece) && cuts++ === 0 ? "cut" : "pass");
    const { http, body } = await sandbox.client("tokenization/sale", sale("OUT-1"));
    expect([cuts, http, body.code]).toEqual([1, 503, "store-unavailable"]);
    const { body: again } = await sandbox.client("tokenization/sale", sale("OUT-1"));
    expect([again.responseCode, again.order.id]).toEqual(["0000", last + 1]);
  });
});

it("calls in many lanes are answered where the database's machine is gone without a word, and go on with another", async () => {
  const { proxy, store } = await proxied(await testStore());
  await using _ = proxy;
  // The driver's own parameter: how long an answer is waited for.
  await using sandbox = await startTestSandbox({ store: `${store}&query_timeout=1500` });
  const lanes = Array.from({ length: 12 }, (_, n) => clientOf(`${sandbox.url}/lane/silent-${n}`));
  const first = await Promise.all(lanes.map((client) => sold(client)));
  // In the first read of a sale, because connections that nobody uses may have ended by then.
  let silenced = 0;
  proxy.judge = (piece) => {
    if (piece.includes("S-1") && silenced++ === 0) proxy.silence();
    return "pass";
  };
  const answers = await Promise.all(lanes.map((client) => client("tokenization/sale", sale("S-1"))));
  // Whether one that met the silence is answered 503 or by another connection, nobody can know.
  expect(silenced).toBeGreaterThan(0);
  const again = await Promise.all(
    lanes.map(async (client, n) => {
      for (let last = answers[n]!; ; last = await client("tokenization/sale", sale("S-1"))) {
        if (last.http !== 503) return last;
        expect(last.body.code).toBe("store-unavailable");
      }
    }),
  );
  expect(again.map(({ body }) => body.responseCode)).toEqual(lanes.map(() => "0000"));
  expect(again.map(({ body }) => body.order.id)).toEqual(first.map(({ id }) => id + 1));
});

it("a check of the books is given up where the connection falls silent in its middle, and works again later", async () => {
  const { proxy, store } = await proxied(await testStore());
  await using _ = proxy;
  // One connection, because others that are open then fall silent too.
  const one = new URL(store);
  one.searchParams.set("pool", "1");
  await using sandbox = await startTestSandbox({ store: `${one.href}&query_timeout=1500` });
  await sold(sandbox.client);
  proxy.judge = (piece) => {
    if (piece.includes("FROM ledger")) proxy.silence();
    return "pass";
  };
  const { http, body } = await sandbox.control("GET", "invariants");
  expect([http, body.code]).toEqual([503, "store-unavailable"]);
  proxy.judge = () => "pass";
  // Other connections of the pool are silent, too, and each is given up in turn.
  await expect.poll(async () => (await sandbox.control("GET", "invariants")).body.holds).toBe(true);
});

it("the books of a lane are checked as a whole if it has more orders than one statement reads", async () => {
  const store = await testStore();
  await using sandbox = await startTestSandbox({ store });
  const { id } = await created(sandbox.client);
  const more = 20_001;
  await using database = await asked(store);
  await database.rows(`INSERT INTO orders
    SELECT lane_id, id + n, merchant_id, reference || n, status, expires_at,
      (doc::jsonb || jsonb_build_object('id', id + n, 'reference', reference || n))::json, options
    FROM orders, generate_series(1, ${more}) n WHERE id = ${id}`);
  const { body } = await sandbox.control("GET", "invariants");
  expect(body).toMatchObject({ holds: true, checked: 1 + more });
});

it("a lane is not idle while a notification waits that was claimed by an answer that got lost", async () => {
  const { proxy, store } = await proxied(await testStore());
  await using _ = proxy;
  await using shop = await startShop();
  await using sandbox = await startTestSandbox({ store });
  let isClaiming = false;
  let lost = 0;
  let looks = 0;
  proxy.judge = (piece) => {
    if (runs(piece, "SELECT count(*) AS others FROM outbox")) looks++;
    isClaiming ||= runs(piece, "UPDATE outbox SET state = 'in-flight'");
    return isClaiming && runs(piece, "COMMIT") && lost++ === 0 ? "lose-answer" : "pass";
  };
  await sandbox.client("tokenization/sale", { ...sale("N-1"), callbackUrl: { notify: shop.notifyUrl } });
  await expect.poll(() => lost).toBeGreaterThan(0);
  const idle = sandbox.control("PUT", "clock", { action: "run-until-idle" });
  await expect.poll(() => looks).toBeGreaterThan(0);
  await using database = await asked(store);
  await database.rows("UPDATE outbox SET lease_until = clock_timestamp() WHERE state = 'in-flight'");
  expect((await idle).http).toBe(200);
  expect(shop.heard.map(({ fields }) => fields.merchantReference)).toEqual(["N-1"]);
});

it("a payment by the control API that was committed is answered, though nothing can be read behind it", async () => {
  const { proxy, store } = await proxied(await testStore());
  await using _ = proxy;
  await using sandbox = await startTestSandbox({ store });
  const { id } = await created(sandbox.client);
  let isWritten = false;
  proxy.judge = (piece) => {
    isWritten ||= piece.includes('"operation":"checkout/pay"');
    return isWritten && runs(piece, "SELECT record_version") ? "cut" : "pass";
  };
  const { http, body } = await sandbox.control("POST", `orders/${id}/simulate`, { action: "pay" });
  expect([isWritten, http, body.order?.status]).toEqual([true, 200, "SUCCESS"]);
});

it("a node that hears nothing of the others any more listens anew", async () => {
  const { proxy, store } = await proxied(await testStore());
  await using _ = proxy;
  const database = new Database(addressOf(store));
  const changes = nodeFeed(database, "this node", upkeepFailures(database.counts, silentLog), 100);
  let heard = 0;
  changes.start(() => heard++);
  await expect.poll(() => heard, { timeout: 60_000 }).toBe(1);
  proxy.silence();
  await expect.poll(() => heard, { timeout: 60_000 }).toBeGreaterThan(1);
  await changes.stop();
  await database.close();
});

it.each([
  ["40001", 3, 200],
  ["40P01", 3, 200],
  ["40001", 50, 503],
  ["53100", 1, 503],
])("a write that fails with %s, %i times, answers %i", async (sqlstate, times, http) => {
  const store = await testStore();
  await using sandbox = await startTestSandbox({ store });
  const { id } = await sold(sandbox.client);
  await failing(store, sqlstate, times);
  const answered = await sandbox.client("tokenization/sale", sale("W-1"));
  expect(answered.http).toBe(http);
  if (http === 200) expect(answered.body.order.id).toBe(id + 1);
  else expect(answered.body).toMatchObject({ code: "store-unavailable", fix: expect.any(String) });
  expect((await sandbox.control("GET", "invariants")).body.holds).toBe(true);
  const metrics = await (await fetch(`${sandbox.url}/metrics`)).text();
  expect(metrics).toMatch(/payment_sandbox_database_errors_total\{reason="(conflict|disk-full)"\} [1-9]/);
  if (http === 200) expect(metrics).toContain(`database_retries_total{reason="conflict"} ${times}\n`);
});

it("a pool without a free connection answers 503 in the control API's form", async () => {
  const url = new URL(await testStore());
  url.searchParams.set("pool", "1");
  await using sandbox = await startTestSandbox({ store: url.href });
  await sold(sandbox.client);
  const { schema } = Object.fromEntries(url.searchParams);
  url.search = "";
  const holder = new pg.Client({ connectionString: url.href });
  await holder.connect();
  await holder.query(`BEGIN; SELECT 1 FROM ${schema}.lanes FOR UPDATE`);
  const waits = sandbox.client("tokenization/sale", sale("P-1"));
  const blocked = "SELECT 1 FROM pg_locks l WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(l.pid))";
  while ((await holder.query(blocked)).rows.length === 0);
  const { http, body } = await sandbox.control("GET", "orders").then(({ http, body }) => ({ http, body }));
  expect([http, body.code]).toEqual([503, "store-unavailable"]);
  expect(body.message).toContain("every connection of the pool is in use");
  await holder.query("ROLLBACK");
  await holder.end();
  expect((await waits).body.responseCode).toBe("0000");
});

it("connections that the database ends, idle or in hand, cost calls 503 and no process its life", async () => {
  const store = await testStore();
  await using sandbox = await startTestSandbox({ store });
  const url = new URL(store);
  url.search = "";
  const killer = new pg.Client({ connectionString: url.href });
  await killer.connect();
  const seen = new Set<string>();
  let isOver = false;
  let n = 0;
  const caller = async (): Promise<void> => {
    while (!isOver) {
      const { http, body } = await sandbox.client("tokenization/sale", sale(`T-${++n}`));
      seen.add(`${http} ${body.responseCode ?? body.code}`);
    }
  };
  const callers = Array.from({ length: 4 }, caller);
  // Only those that work in this sandbox's schema.
  const ended = async () =>
    (
      await killer.query(
        "SELECT count(pg_terminate_backend(l.pid)) AS n FROM (SELECT DISTINCT pid FROM pg_locks WHERE relation = $1::regclass) l",
        [`${new URL(store).searchParams.get("schema")}.lanes`],
      )
    ).rows[0].n;
  for (let total = 0; total < 10; ) total += Number(await ended());
  isOver = true;
  await Promise.all(callers);
  await killer.end();
  expect([...seen].filter((one) => one !== "200 0000" && one !== "503 store-unavailable")).toEqual([]);
  expect((await sandbox.client("tokenization/sale", sale("T-last"))).body.responseCode).toBe("0000");
  expect((await sandbox.control("GET", "invariants")).body.holds).toBe(true);
});

it("a database that restarts under load: calls meanwhile answer 503, then all goes on without a restart of the node", async () => {
  using folder = testFolder();
  const database = await ownServer(folder.path);
  try {
    await using sandbox = await startTestSandbox({ store: database.url });
    const client = clientOf(sandbox.url);
    const answered: { http: number; code: string; id: number | undefined }[] = [];
    let isOver = false;
    let n = 0;
    const caller = async (): Promise<void> => {
      while (!isOver) {
        const { http, body } = await client("tokenization/sale", sale(`D-${++n}`));
        answered.push({ http, code: body.responseCode ?? body.code, id: body.order?.id });
      }
    };
    const callers = Array.from({ length: 4 }, caller);
    const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
      while (!(await isSo())) await pause(20);
    };
    await until(() => answered.length > 20);
    await database.stop();
    await until(() => answered.some(({ http }) => http === 503));
    expect((await fetch(`${sandbox.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${sandbox.url}/livez`)).status).toBe(200);
    await database.start();
    await until(async () => (await fetch(`${sandbox.url}/readyz`)).status === 200);
    const before = answered.length;
    await until(() => answered.slice(before).some(({ http }) => http === 200));
    isOver = true;
    await Promise.all(callers);
    const kinds = new Set(answered.map(({ http, code }) => `${http} ${code}`));
    expect([...kinds].sort()).toEqual(["200 0000", "503 store-unavailable"]);
    const ids = answered.flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await queried(client, ids)).map((order) => order?.status)).toEqual(ids.map(() => "SUCCESS"));
    expect((await sandbox.control("GET", "invariants")).body.holds).toBe(true);
  } finally {
    await database.stop();
  }
});

import { expect, it } from "vitest";
import { end, run } from "../../../crash/process.js";
import { clientOf, requests, sold } from "../../../support/client.js";
import { twoNodesOfFile } from "../../../support/nodes.js";
import { asked, testStore } from "../../../support/postgres.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";
import { startHangingShop, startShop } from "../../../support/shop.js";

const nodes = twoNodesOfFile();

it("control calls meet the lane that another node reset", async () => {
  await Promise.all(
    (
      [
        ["POST", "verify", { expect: [{ calls: { operation: "tokenization/sale", count: 0 } }] }, { passed: true }],
        ["POST", "wait", { for: "request", match: {}, timeoutMs: 0 }, { code: "timeout", nearest: [] }],
        ["PUT", "clock", { action: "freeze" }, { mode: "frozen" }],
        ["POST", "rules", { then: { outcome: "system-error" } }, { id: "rule-1" }],
        ["POST", "settle", {}, { settled: 0 }],
        ["POST", "reset", undefined, undefined],
        ["POST", "notifications/1/resend", {}, { code: "not-found" }],
      ] as const
    ).map(async ([method, path, body, answer]) => {
      const { a, b } = nodes.ofTest();
      const [onA, onB] = [a.url, b.url];
      const notify = { callbackUrl: { notify: "http://127.0.0.1:9/" } };
      for (const url of [onA, onB]) await sold(clientOf(url), notify);
      await control(onA, "POST", "reset", {});
      const { body: answered } = await control(onB, method, path, body);
      if (answer) expect(answered).toMatchObject(answer);
      else expect((await control(onB, "GET", "orders")).body.orders).toEqual([]);
    }),
  );
});

it("a snapshot is of the lane that another node put there", async () => {
  const { lane, a, b } = nodes.ofTest();
  for (const { client } of [a, b]) await sold(client);
  await a.control("POST", "reset", {});
  const { id } = await sold(a.client, { merchantReference: "NEW-1" });
  await b.control("POST", "snapshots", { name: "now" });
  await b.control("POST", "snapshots/now/fork", { lane: "forked" });
  const { body } = await control(a.url.replace(lane, "forked"), "GET", "orders");
  expect(body.orders).toMatchObject([{ id, merchantReference: "NEW-1" }]);
});

it("lanes that nodes make at once have different names, and of one name there is one", async () => {
  const { a, b } = nodes.ofTest();
  const each = (body: object) => Promise.all([a, b, a, b, a, b].map((node) => node.control("POST", "lanes", body)));
  const unnamed = await each({});
  expect(unnamed.map(({ http }) => http)).toEqual(unnamed.map(() => 201));
  expect(new Set(unnamed.map(({ body }) => body.name)).size).toBe(unnamed.length);
  const https = (await each({ name: "same" })).map(({ http }) => http);
  expect(https.sort()).toEqual([201, 409, 409, 409, 409, 409]);
  await a.control("POST", "snapshots", { name: "s" });
  const forks = await Promise.all([a, b].map((node) => node.control("POST", "snapshots/s/fork", { lane: "fork" })));
  expect((await b.control("DELETE", "snapshots/s")).http).toBe(204);
  expect((await a.control("GET", "snapshots")).body.snapshots).not.toContainEqual(
    expect.objectContaining({ name: "s" }),
  );
  expect((await a.control("DELETE", "snapshots/s")).http).toBe(404);
  expect(forks.map(({ http }) => http).sort()).toEqual([201, 409]);
});

it("two nodes that make a lane by its first call at the same instant answer both", async () => {
  const { lane, a, b } = nodes.ofTest();
  await using database = await nodes.database();
  await database.rows(`SELECT pg_advisory_lock(46551, hashtext(current_schema() || ' ${lane}'))`);
  const answers = [a, b].map(({ client }) => client("tokenization/sale", requests.sale()));
  const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND classid = 46551";
  while ((await database.rows(waiting)).length < 2);
  await database.rows("SELECT pg_advisory_unlock_all()");
  expect((await Promise.all(answers)).map(({ http }) => http)).toEqual([200, 200]);
  expect((await a.control("GET", "orders")).body.orders).toHaveLength(2);
});

it("a node knows the regex of a rule that another process was given, though it had none before", async () => {
  const store = await testStore();
  const start = () => run("--store", store, "--log-format", "silent");
  const [a, b] = await Promise.all([start(), start()]);
  await sold(clientOf(b.url));
  const rule = { when: { merchantReference: "/^RX-/" }, then: { outcome: "system-error" } };
  const send = (url: string, method: string, path: string, body?: object) =>
    fetch(`${url}/_sandbox/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  expect((await send(a.url, "POST", "rules", rule)).status).toBe(201);
  const { body } = await clientOf(b.url)("tokenization/sale", requests.sale({ merchantReference: "RX-1" }));
  expect(body.responseCode).toBe("9999");
  await send(a.url, "DELETE", "rules");
  // Of a node that starts when the rule is gone only the call tells of it.
  await using c = await startTestSandbox({ store });
  expect((await c.control("GET", "requests/req-2")).body).toMatchObject({
    explain: { rules: [{ ruleId: "rule-1", outcome: "fired" }] },
  });
  await Promise.all([a, b].map((node) => end(node, "SIGTERM")));
});

it("a move of the clock that another one overtook, since its node hung, moves nothing more and says so", async () => {
  const { lane, a, b } = nodes.ofTest();
  await using shop = await startHangingShop();
  await a.control("PUT", "clock", { action: "freeze", at: "2030-01-01T00:00:00Z" });
  await sold(a.client, { callbackUrl: { notify: shop.notifyUrl } });
  await shop.heardOne;
  const hangs = a.control("PUT", "clock", { action: "advance", by: "1h" });
  await using database = await nodes.database();
  const isMoved = async () =>
    (await database.rows(`SELECT 1 FROM lanes WHERE clock->>'standingAt' IS NOT NULL AND name = '${lane}'`)).length;
  await expect.poll(isMoved, { interval: 10, timeout: 60_000 }).toBe(1);
  // As when its lease ended while the node hung.
  await database.rows(`UPDATE lanes SET moved_by = NULL, moved_until = NULL WHERE name = '${lane}'`);
  const moves = b.control("PUT", "clock", { action: "set", at: "2029-01-01T00:00:00Z" });
  const year = async () => (await b.control("GET", "clock")).body.now.slice(0, 4);
  await expect.poll(year, { interval: 10, timeout: 60_000 }).toBe("2029");
  shop.letAnswer();
  expect((await hangs).body).toMatchObject({ code: "overtaken" });
  expect((await moves).http).toBe(200);
  expect(await year()).toBe("2029");
});

it("the clock of a lane whose move could not end runs on, and so does that of its copy", async () => {
  const { lane, a: sandbox } = nodes.ofTest();
  await using database = await nodes.database();
  await sold(sandbox.client);
  // As when the database was away at the end of the move, and back when its lease was given up.
  await database.rows(
    `UPDATE lanes SET version = version + 1, clock = '{"mode":"wall","offsetMs":1000,"standingAt":1767578400000}' WHERE name = '${lane}'`,
  );
  await sandbox.control("POST", "snapshots", { name: "stood" });
  await sandbox.control("POST", "snapshots/stood/fork", { lane: "copy" });
  for (const url of [sandbox.url, sandbox.url.replace(lane, "copy")]) {
    const now = async () => (await control(url, "GET", "clock")).body.now;
    await expect.poll(now, { timeout: 60_000 }).not.toBe(await now());
    const { createTime } = await sold(clientOf(url));
    expect(new Date(createTime).getTime()).toBeGreaterThan(1767578400000);
  }
});

it("a lane that no node has open settles at the end of its day", async () => {
  const store = await testStore();
  {
    await using before = await startTestSandbox({ store, dailySettlement: true });
    await sold(clientOf(`${before.url}/lane/shop`));
    // What the day's end is, is put down by the lane's first look at it.
    const { body } = await control(`${before.url}/lane/shop`, "PUT", "clock", { action: "advance", by: "1d" });
    expect(body.fired).toMatchObject([{ kind: "settlement", settled: 1 }]);
    await sold(clientOf(`${before.url}/lane/shop`));
  }
  await using database = await asked(store);
  const settled = async () =>
    Number((await database.rows("SELECT count(*) AS n FROM orders WHERE status = 'SETTLED'"))[0].n);
  await using _ = await startTestSandbox({ store, dailySettlement: true });
  expect(await settled()).toBe(1);
  await database.rows(`UPDATE lanes SET version = version + 1,
    clock = json_build_object('mode', 'wall', 'offsetMs', (clock->>'offsetMs')::bigint + 86400000)`);
  await expect.poll(settled, { timeout: 60_000 }).toBe(2);
});

it("a move whose node hung for longer than its lease puts the clock, which ran on meanwhile, not back", async () => {
  const { lane, a, b } = nodes.ofTest();
  const { promise: answered, resolve: answer } = Promise.withResolvers<boolean>();
  await using shop = await startShop(() => answered);
  await sold(a.client, { callbackUrl: { notify: shop.notifyUrl } });
  await expect.poll(() => shop.heard.length, { timeout: 60_000 }).toBe(1);
  const hangs = a.control("PUT", "clock", { action: "advance", by: "1ms" });
  await using database = await nodes.database();
  const row = async () =>
    (
      await database.rows(`SELECT clock, moved_until > clock_timestamp() AS is_held FROM lanes WHERE name = '${lane}'`)
    )[0];
  await expect.poll(async () => (await row()).clock.standingAt, { interval: 10, timeout: 60_000 }).toBeDefined();
  await database.rows(`UPDATE lanes SET moved_until = clock_timestamp() - interval '1 second' WHERE name = '${lane}'`);
  const stoodAt = (await row()).clock.standingAt;
  const now = async () => Date.parse((await b.control("GET", "clock")).body.now);
  await expect.poll(now, { timeout: 60_000 }).toBeGreaterThan(stoodAt + 1_500);
  expect((await row()).is_held).toBe(false);
  const before = await now();
  answer(true);
  expect((await hangs).http).toBe(200);
  expect(await now()).toBeGreaterThanOrEqual(before);
});

it("a move after one whose node is gone begins where the clock ran on to", async () => {
  const { lane, a: sandbox } = nodes.ofTest();
  const now = async () => Date.parse((await sandbox.control("GET", "clock")).body.now);
  await sold(sandbox.client);
  await using database = await nodes.database();
  // As when the node of a move went a minute ago, so that its lease has ended.
  await database.rows(`UPDATE lanes SET version = version + 1, moved_by = 'gone',
    moved_until = clock_timestamp() - interval '1 minute', clock = json_build_object('mode', 'wall', 'offsetMs', 0,
    'standingAt', floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - 60000) WHERE name = '${lane}'`);
  const before = await now();
  const { body } = await sandbox.control("PUT", "clock", { action: "advance", by: "1ms" });
  expect(Date.parse(body.now)).toBeGreaterThanOrEqual(before);
  expect(await now()).toBeGreaterThanOrEqual(before);
});

it("the clock is told as the write under way leaves it, so that it never seems to go back", async () => {
  const { lane, a: sandbox } = nodes.ofTest();
  await sold(sandbox.client);
  await using writer = await nodes.database();
  await using database = await nodes.database();
  const [{ pid }] = await writer.rows("SELECT pg_backend_pid() AS pid");
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE ${pid} = ANY(pg_blocking_pids(pid))`;
  const isWaiting = async () => (await database.rows(waiting)).length;
  await writer.rows("BEGIN");
  await writer.rows(
    `UPDATE lanes SET version = version + 1, clock = '{"mode":"frozen","at":1767578400000}' WHERE name = '${lane}'`,
  );
  const told = sandbox.control("GET", "clock");
  await Promise.race([told, expect.poll(isWaiting, { interval: 10, timeout: 60_000 }).not.toBe(0)]);
  await writer.rows("COMMIT");
  expect((await told).body).toMatchObject({ mode: "frozen", now: "2026-01-05T02:00:00.000+00:00" });
});

import pg from "pg";
import { expect, it } from "vitest";
import { end, run } from "../../crash/process.js";
import { clientOf, requests, sold } from "../../support/client.js";
import { testStore } from "../../support/postgres.js";
import { control, startTestSandbox } from "../../support/sandbox.js";

it("control calls meet the lane that another node reset", async () => {
  const store = await testStore();
  await using a = await startTestSandbox({ store });
  await using b = await startTestSandbox({ store });
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
      const [onA, onB] = [a, b].map(({ url }) => `${url}/lane/${path.split("/")[0]}`) as [string, string];
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
  const store = await testStore();
  await using a = await startTestSandbox({ store });
  await using b = await startTestSandbox({ store });
  for (const { client } of [a, b]) await sold(client);
  await a.control("POST", "reset", {});
  const { id } = await sold(a.client, { merchantReference: "NEW-1" });
  await b.control("POST", "snapshots", { name: "now" });
  await b.control("POST", "snapshots/now/fork", { lane: "forked" });
  const { body } = await control(`${a.url}/lane/forked`, "GET", "orders");
  expect(body.orders).toMatchObject([{ id, merchantReference: "NEW-1" }]);
});

it("lanes that nodes make at once have different names, and of one name there is one", async () => {
  const store = await testStore();
  await using a = await startTestSandbox({ store });
  await using b = await startTestSandbox({ store });
  const each = (body: object) => Promise.all([a, b, a, b, a, b].map((node) => node.control("POST", "lanes", body)));
  const unnamed = await each({});
  expect(unnamed.map(({ http }) => http)).toEqual(unnamed.map(() => 201));
  expect(new Set(unnamed.map(({ body }) => body.name)).size).toBe(unnamed.length);
  const https = (await each({ name: "same" })).map(({ http }) => http);
  expect(https.sort()).toEqual([201, 409, 409, 409, 409, 409]);
  await a.control("POST", "snapshots", { name: "s" });
  const forks = await Promise.all([a, b].map((node) => node.control("POST", "snapshots/s/fork", { lane: "fork" })));
  expect(forks.map(({ http }) => http).sort()).toEqual([201, 409]);
});

it("two nodes that make a lane by its first call at the same instant answer both", async () => {
  const url = new URL(await testStore());
  const store = url.href;
  await using a = await startTestSandbox({ store });
  await using b = await startTestSandbox({ store });
  url.search = "";
  const holder = new pg.Client({ connectionString: url.href });
  await holder.connect();
  await holder.query("SELECT pg_advisory_lock(46551, hashtext('first'))");
  const answers = [a, b].map((node) => clientOf(`${node.url}/lane/first`)("tokenization/sale", requests.sale()));
  const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND classid = 46551";
  while ((await holder.query(waiting)).rows.length < 2);
  await holder.query("SELECT pg_advisory_unlock_all()");
  await holder.end();
  expect((await Promise.all(answers)).map(({ http }) => http)).toEqual([200, 200]);
  expect((await control(`${a.url}/lane/first`, "GET", "orders")).body.orders).toHaveLength(2);
});

it("a node knows the regex of a rule that another process was given, though it had none before", async () => {
  const store = ["--store", await testStore(), "--log-format", "silent"];
  const [a, b] = await Promise.all([run(...store), run(...store)]);
  await sold(clientOf(b.url));
  const rule = { when: { merchantReference: "/^RX-/" }, then: { outcome: "system-error" } };
  const send = (url: string, method: string, path: string, body?: object) =>
    fetch(`${url}/_sandbox/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  expect((await send(a.url, "POST", "rules", rule)).status).toBe(201);
  const { body } = await clientOf(b.url)("tokenization/sale", requests.sale({ merchantReference: "RX-1" }));
  expect(body.responseCode).toBe("9999");
  await send(a.url, "DELETE", "rules");
  // Of a node that starts when the rule is gone only the call tells of it.
  const c = await run(...store);
  const told = await (await send(c.url, "GET", "requests/req-2")).json();
  expect(told).toMatchObject({ explain: { rules: [{ ruleId: "rule-1", outcome: "fired" }] } });
  await Promise.all([a, b, c].map((node) => end(node, "SIGTERM")));
});

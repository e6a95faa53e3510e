import { expect, it } from "vitest";
import { end, run } from "../../../crash/process.js";
import { clientOf, queried, requests, sold } from "../../../support/client.js";
import { twoNodesOfFile } from "../../../support/nodes.js";
import { testStore } from "../../../support/postgres.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

const nodes = twoNodesOfFile();

it("two nodes serve one lane: ids are dense, and each sees what the other did", async () => {
  const store = await testStore();
  await using a = await startTestSandbox({ store, seed: 7 });
  await using b = await startTestSandbox({ store, seed: 8 });
  const clients = [clientOf(a.url), clientOf(b.url)];
  const first = (await sold(clients[0]!)).id;
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      clients[i % 2]!("tokenization/sale", requests.sale({ merchantReference: `two-${i}` })),
    ),
  );
  expect(answers.map(({ body }) => body.code ?? body.responseCode)).toEqual(answers.map(() => "0000"));
  const ids = answers.map(({ body }) => body.order.id).sort((x, y) => x - y);
  expect(ids).toEqual(Array.from({ length: 40 }, (_, i) => first + 1 + i));
  expect((await control(b.url, "GET", "health")).body.seed).toBe(7);
  const { body } = await control(b.url, "GET", "invariants");
  expect(body).toMatchObject({ holds: true, broken: [] });
  const { body: found } = await clients[1]!("direct/query", { merchantId: 3, orderId: first });
  expect(found.order.status).toBe("SUCCESS");
});

it("a reset by one node is met by the next call on the other", async () => {
  const { a, b } = nodes.ofTest();
  const before = await sold(a.client);
  expect((await b.client("direct/query", { merchantId: 3, orderId: before.id })).body.responseCode).toBe("0000");
  await a.control("POST", "reset", {});
  const after = await sold(b.client);
  expect(after.id).toBe(before.id);
  expect((await a.control("GET", "orders")).body.orders).toHaveLength(1);
});

it("each node tells the same of a call, whichever answered it and whatever became of its rules", async () => {
  const { a, b } = nodes.ofTest();
  const rule = { when: { operation: "*/void" }, then: { outcome: "void-not-allowed" } };
  await control(a.url, "POST", "rules", { name: "other", ...rule });
  await control(b.url, "POST", "rules", { name: "off", ...rule });
  await control(a.url, "PATCH", "rules/rule-2", { enabled: false });
  await sold(clientOf(a.url));
  await control(b.url, "POST", "next", { outcome: "maintenance" });
  await clientOf(a.url)("tokenization/sale", requests.sale());
  await control(b.url, "DELETE", "rules");
  await sold(clientOf(b.url));
  await clientOf(b.url)("tokenization/sale", { merchantId: 3 });
  for (const [id, rules] of [
    ["req-1", [["rule-1", "no-match"]]],
    ["req-2", [["rule-3", "fired"]]],
    ["req-3", []],
    ["req-4", []],
  ] as const) {
    const [onA, onB] = [await control(a.url, "GET", `requests/${id}`), await control(b.url, "GET", `requests/${id}`)];
    expect(onB).toEqual(onA);
    const { explain } = onA.body;
    expect(explain.rulesComplete).toBe(true);
    expect(explain.rules.map(({ ruleId, outcome }: { ruleId: string; outcome: string }) => [ruleId, outcome])).toEqual(
      rules,
    );
  }
});

it("a rule of the start that ends after a while ends on every node at the same instant", async () => {
  const store = await testStore();
  const rule = { until: "20m", then: { outcome: "maintenance" } } as const;
  const scenarios = [{ scenario: { name: "ends", rules: [rule], expect: [] } }];
  await using a = await startTestSandbox({ store, scenarios });
  const code = async (url: string) => (await clientOf(url)("tokenization/sale", requests.sale())).body.responseCode;
  const before = await code(a.url);
  await control(a.url, "PUT", "clock", { action: "advance", by: "30m" });
  await using b = await startTestSandbox({ store, scenarios });
  expect([before, await code(b.url), await code(a.url)]).toEqual(["9002", "0000", "0000"]);
});

it("a 3-D Secure form that one node sealed is opened by another, and by one that starts later", async () => {
  const { a, b } = nodes.ofTest();
  await using stack = new AsyncDisposableStack();
  for (const other of [async () => b, async () => stack.use(await nodes.another())]) {
    const { body } = await a.client("hosted-checkout/create", requests.create());
    const { pathname } = new URL(body.checkoutUrl);
    const page = await (await fetch(new URL(pathname, a.url))).text();
    const token = /name="token" value="([^"]+)"/.exec(page)![1]!;
    const post = (url: string, path: string, fields: Record<string, string>) =>
      fetch(new URL(`${pathname}${path}`, url), {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ token, ...fields }),
      });
    const card = { "card-number": "4000000000003220", "card-expiry": "12/30", "card-cvc": "864" };
    const asked = await (await post(a.url, "/pay", { method: "CARD", email: "a@b.hk", country: "HK", ...card })).text();
    const sealed = /name="sealed" value="([^"]+)"/.exec(asked)![1]!;
    expect((await post((await other()).url, "/challenge", { sealed, answer: "ok" })).status).toBe(303);
    const [order] = await queried(a.client, [body.order.id]);
    expect(order?.status).toBe("SUCCESS");
  }
});

it("a lane that another node drops while the lanes are listed is left out, and not made anew", async () => {
  const { lane, a, b, servers } = nodes.ofTest();
  for (const { client } of [a, b]) await sold(client);
  await control(b.url, "DELETE", `lanes/${lane}`);
  // As the list asks, after it read the names.
  for (const { lanes } of servers) expect(await lanes.seedOf(lane)).toBeUndefined();
  const { body } = await control(a.url, "GET", "lanes");
  expect(body.lanes.map(({ name }: { name: string }) => name)).not.toContain(lane);
});

it("start says in which database the lanes are, and not who may use it", async () => {
  const store = await testStore();
  const server = await run("--store", store, "--log-format", "pretty");
  const { host, pathname, password } = new URL(store);
  expect(server.said()).toContain(`data       PostgreSQL at ${host}${pathname}\n`);
  expect(server.said()).not.toContain(`:${password}@`);
  await end(server, "SIGTERM");
});

import { expect, it } from "vitest";
import { later } from "../../../../src/core/domain/money.js";
import { silentLog } from "../../../../src/lane/ports/log.js";
import type { Store } from "../../../../src/lane/ports/store.js";
import { JournalBudget } from "../../../../src/lane/store/journal-budget.js";
import { openPostgresLanes } from "../../../../src/lane/store/postgres/lanes/lane-storage.js";
import { SqliteStore } from "../../../../src/lane/store/sqlite/sqlite-store.js";
import { clientOf, requests, sold } from "../../../support/client.js";
import { exchange } from "../../../support/exchange.js";
import { twoNodesOfFile } from "../../../support/nodes.js";
import { NOW } from "../../../support/orders.js";
import { outboxEntry } from "../../../support/outbox.js";
import { testStore } from "../../../support/postgres.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";
import { startHangingShop, startShop } from "../../../support/shop.js";
import { commit } from "../../../support/stores.js";

const nodes = twoNodesOfFile();

const attempt = { n: 1, at: NOW, request: "{}", status: 200, body: "OK", durationMs: 1, why: null };
const told = { state: "acknowledged", dueAt: null } as const;

/** A lease that has ended by the time of the claim. */
const ENDED_MS = -1;

/** A node without a server: its claims last as long as is said. */
async function node(store: string, leaseMs: number): Promise<{ readonly store: Store } & AsyncDisposable> {
  const options = { seed: 1, invariantRules: undefined };
  const lanes = await openPostgresLanes({
    store,
    seed: 1,
    attemptMs: leaseMs - 2_000,
    journalBytes: 1e9,
    laneTtlMs: undefined,
    journalBudget: new JournalBudget(1e9),
    log: silentLog,
    openForALook: async (how) => new SqliteStore(how),
  });
  const opened = await lanes.open("default", options);
  await opened.publish?.();
  return { store: opened.store, [Symbol.asyncDispose]: () => lanes.close() };
}

it("a node that was stopped past its lease records nothing: who took the claim over does", async () => {
  const url = await testStore();
  await using a = await node(url, ENDED_MS);
  await using b = await node(url, 30_000);
  await commit(a.store, { outbox: [outboxEntry({ id: 1 })], exchange: exchange({ id: 1 }) });
  expect((await a.store.claim(NOW, 10)).map(({ id }) => id)).toEqual([1]);
  expect(await a.store.sending(1)).toMatchObject({ id: 1, attemptCount: 0 });
  expect((await b.store.claim(NOW, 10)).map(({ id }) => id)).toEqual([1]);
  expect(await a.store.sending(1)).toBeUndefined();
  expect(await a.store.attempted(1, attempt, told)).toBe(false);
  expect((await b.store.sending(1))?.fields).toEqual(outboxEntry().fields);
  expect(await b.store.attempted(1, attempt, told)).toBe(true);
  expect(await b.store.attempted(1, attempt, told)).toBe(false);
  expect(await a.store.views.notifications({ id: 1 })).toMatchObject([{ state: "acknowledged", attempts: [attempt] }]);
});

it("an attempt that failed for many at once is recorded for those that the node still has, each once", async () => {
  const url = await testStore();
  await using a = await node(url, ENDED_MS);
  await using b = await node(url, 30_000);
  const outbox = [1, 2, 3].map((id) => outboxEntry({ id, orderId: id }));
  await commit(a.store, { outbox, exchange: exchange({ id: 1 }) });
  expect(await a.store.claim(NOW, 10)).toHaveLength(3);
  expect((await b.store.claim(NOW, 2)).map(({ id }) => id)).toEqual([1, 2]);
  const failed = { ...attempt, status: null, why: "nobody listens" };
  const next = { state: "due", dueAt: later(NOW, 15_000) } as const;
  const together = (one: { readonly store: Store }, ids: readonly number[]) =>
    one.store.attemptedTogether(ids, failed, next);
  const [lost, kept] = await Promise.all([together(a, [1, 2, 3]), together(b, [1, 2, 3])]);
  // The third is due again, in nobody's hands: the others' look took it back from the node that lost it.
  expect([lost, kept]).toEqual([[], [1, 2]]);
  expect((await b.store.views.notifications({})).map(({ id, attempts }) => [id, attempts])).toEqual([
    [3, []],
    [2, [failed]],
    [1, [failed]],
  ]);
});

it("first attempts of one order are not split between nodes", async () => {
  const url = await testStore();
  await using a = await node(url, 30_000);
  await using b = await node(url, 30_000);
  await commit(a.store, { outbox: [outboxEntry({ id: 1 }), outboxEntry({ id: 2 })], exchange: exchange({ id: 1 }) });
  expect((await a.store.claim(NOW, 1)).map(({ id }) => id)).toEqual([1]);
  // By hand: the node that asks keeps it, and still the first one goes first.
  await b.store.requeue(2, { state: "due", dueAt: NOW });
  expect(await b.store.claim(NOW, 10)).toEqual([]);
  expect(await b.store.inFlightBesides([])).toBe(1);
  await a.store.attempted(1, attempt, told);
  expect((await b.store.claim(NOW, 10)).map(({ id }) => id)).toEqual([2]);
});

it("a moved clock answers when what another node has in flight was delivered", async () => {
  const { a, b } = nodes.ofTest();
  await using shop = await startHangingShop();
  await sold(clientOf(b.url), { callbackUrl: { notify: shop.notifyUrl } });
  await shop.heardOne;
  let isMoved = false;
  const move = control(a.url, "PUT", "clock", { action: "freeze" }).then((moved) => {
    isMoved = true;
    return moved;
  });
  await control(a.url, "GET", "health");
  expect(isMoved).toBe(false);
  shop.letAnswer();
  expect((await move).http).toBe(200);
  const { body } = await control(a.url, "GET", "notifications");
  expect(body.notifications).toMatchObject([{ state: "acknowledged", attempts: [{ status: 200 }] }]);
  expect(shop.heard).toHaveLength(1);
});

it("a move of the clock waits one lease at most for a node that hangs, then delivers itself", async () => {
  const store = await testStore();
  await using mover = await startTestSandbox({ store });
  await mover.control("GET", "clock");
  await using hanging = await node(store, 2_500);
  await using shop = await startShop();
  await commit(hanging.store, { outbox: [outboxEntry({ id: 1, url: shop.notifyUrl })], exchange: exchange({ id: 1 }) });
  expect(await hanging.store.claim(NOW, 10)).toHaveLength(1);
  expect((await mover.control("PUT", "clock", { action: "freeze" })).http).toBe(200);
  expect(shop.heard).toHaveLength(1);
  expect(await hanging.store.attempted(1, attempt, told)).toBe(false);
  const { body } = await mover.control("GET", "notifications");
  expect(body.notifications).toMatchObject([{ state: "acknowledged", attempts: [{ status: 200 }] }]);
});

it("what a node that is gone had in flight is taken over, though nothing else happens in the lane", async () => {
  const store = await testStore();
  await using shop = await startShop();
  await using heir = await startTestSandbox({ store });
  await heir.control("GET", "clock");
  await using gone = await node(store, 100);
  await commit(gone.store, { outbox: [outboxEntry({ id: 1, url: shop.notifyUrl })], exchange: exchange({ id: 1 }) });
  expect(await gone.store.claim(NOW, 10)).toHaveLength(1);
  await expect.poll(() => shop.heard.length).toBe(1);
});

it("what falls due by a move on one node is delivered and told in order", async () => {
  const { a, b } = nodes.ofTest();
  let tries = 0;
  await using shop = await startShop(() => ++tries > 1);
  await control(b.url, "PUT", "clock", { action: "freeze" });
  await sold(clientOf(b.url), { callbackUrl: { notify: shop.notifyUrl } });
  await control(b.url, "POST", "wait", { for: "notification", match: {}, count: 1 });
  const { body } = await control(a.url, "PUT", "clock", { action: "advance", by: "1h" });
  const fired = body.fired.filter(({ kind }: { kind: string }) => kind === "notification");
  expect(fired).toMatchObject([{ attempt: 2, state: "acknowledged" }]);
  expect((await control(b.url, "GET", "clock")).body).toMatchObject({ now: body.now, mode: "frozen" });
});

it("who waits on one node hears of what another one did", async () => {
  const { a, b } = nodes.ofTest();
  const match = { merchantReference: "HEARD-1" };
  const waits = control(a.url, "POST", "wait", { for: "request", match, timeoutMs: 20_000 });
  await clientOf(b.url)("tokenization/sale", requests.sale(match));
  expect((await waits).body.matched).toMatchObject([{ operation: "tokenization/sale" }]);
});

it("events on one node tell in full what another one did", async () => {
  const { a, b } = nodes.ofTest();
  await using shop = await startShop();
  await sold(a.client);
  const stream = await fetch(`${a.url}/_sandbox/events`);
  const told: { event: string; data: Record<string, unknown> }[] = [];
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (event: string, isMeant: (data: Record<string, unknown>) => boolean) => {
    while (!told.some((one) => one.event === event && isMeant(one.data))) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the stream ended before ${event}, after ${JSON.stringify(told)}`);
      text += value;
      const blocks = text.split("\n\n");
      text = blocks.pop()!;
      for (const block of blocks) {
        const [, name] = /^event: (.*)$/m.exec(block) ?? [];
        const [, data] = /^data: (.*)$/m.exec(block) ?? [];
        if (name && data) told.push({ event: name, data: JSON.parse(data) });
      }
    }
  };
  const { id } = await sold(clientOf(b.url), { callbackUrl: { notify: shop.notifyUrl } });
  await until("notification", ({ state }) => state === "acknowledged");
  await control(b.url, "POST", `orders/${id}/simulate`, { action: "settle" });
  await until("order", ({ status }) => status === "SETTLED");
  await control(b.url, "POST", "rules", { when: { operation: "*/refund" }, then: { outcome: "system-error" } });
  await until("lane", () => true);
  await control(b.url, "PUT", "clock", { action: "freeze" });
  await until("clock", ({ mode }) => mode === "frozen");
  expect(told.map(({ event }) => event)).toEqual(expect.arrayContaining(["hello", "request", "order", "notification"]));
  expect(told.filter(({ event, data }) => event === "order" && data.id === id)).toMatchObject([
    { data: { status: expect.any(String), statusBefore: null } },
    { data: { status: "SETTLED", statusBefore: "SUCCESS" } },
  ]);
  expect(told.find(({ event }) => event === "request")?.data).toMatchObject({
    operation: "tokenization/sale",
    orderId: id,
  });
  expect(told.find(({ event }) => event === "lane")?.data).toEqual({ changed: ["rules"] });
  const attempts = told.filter(({ event }) => event === "notification");
  expect(attempts).toMatchObject([
    { data: { attempt: 1, status: 200, why: null, state: "acknowledged", orderId: id } },
  ]);
  await reader.cancel();
});

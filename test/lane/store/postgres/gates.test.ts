import { expect, it } from "vitest";
import { DEMO_MERCHANT, requests } from "../../../support/client.js";
import { twoNodesOfFile } from "../../../support/nodes.js";
import { startShop } from "../../../support/shop.js";

const nodes = twoNodesOfFile();

const gate = { name: "sale", idleMs: 600_000 };

it("any node lists and releases the answer that another one holds", async () => {
  const { a, b } = nodes.ofTest();
  await b.control("POST", "rules", { when: { operation: "tokenization/sale" }, then: { gate } });
  const answering = a.client("tokenization/sale", requests.sale());
  await b.control("POST", "wait", { for: "request", match: { operation: "tokenization/sale" } });
  expect((await b.control("GET", "gates")).body.gates).toMatchObject([
    { gate: "sale", operation: "tokenization/sale" },
  ]);
  expect((await b.control("POST", "gates/sale/release")).body).toEqual({ name: "sale", released: 1 });
  expect((await answering).body.responseCode).toBe("0000");
  expect((await a.control("GET", "gates")).body.gates).toEqual([]);
});

it("an attempt of one node is given up when another one holds a call of its handler", async () => {
  const { a, b } = nodes.ofTest();
  const shop = await startShop(async ({ fields: { merchantReference } }) => {
    await b.client("hosted-checkout/query", { merchantId: DEMO_MERCHANT, merchantReference });
    return true;
  });
  await using _ = shop;
  await a.control("POST", "rules", { when: { operation: "*/query" }, then: { gate: { ...gate, name: "query" } } });
  await a.control("POST", "next", { notify: { giveUp: "when-held" } });
  await a.client("tokenization/sale", requests.sale({ callbackUrl: { notify: shop.notifyUrl } }));
  await expect.poll(async () => (await a.control("GET", "gates")).body.gates).toHaveLength(2);
  expect((await a.control("POST", "gates/query/release")).body.released).toBe(2);
  await a.control("POST", "wait", { for: "notification", match: { acknowledged: true } });
  const [{ attempts }] = (await a.control("GET", "notifications")).body.notifications;
  expect(attempts).toMatchObject([{ status: null }, { status: 200 }]);
});

it("a copy that overlaps leaves while another node still sends the first", async () => {
  const { a, b } = nodes.ofTest();
  let most = 0;
  let running = 0;
  const shop = await startShop(async ({ fields: { merchantReference } }) => {
    most = Math.max(most, ++running);
    await b.client("hosted-checkout/query", { merchantId: DEMO_MERCHANT, merchantReference });
    running--;
    return true;
  });
  await using _ = shop;
  await a.control("POST", "rules", { when: { operation: "*/query" }, then: { gate: { ...gate, name: "query" } } });
  await b.control("POST", "next", { notify: { overlap: true } });
  await b.client("tokenization/sale", requests.sale({ callbackUrl: { notify: shop.notifyUrl } }));
  await expect.poll(async () => (await a.control("GET", "gates")).body.gates).toHaveLength(2);
  expect(most).toBe(2);
  expect((await b.control("POST", "gates/query/release")).body.released).toBe(2);
});

it("an answer that one node holds leaves when another node resets the lane, and opens no later gate", async () => {
  const { a, b } = nodes.ofTest();
  const hold = async ({ client }: typeof a) => {
    await b.control("POST", "next", { gate });
    const answering = client("tokenization/sale", requests.sale()).catch(() => undefined);
    await b.control("POST", "wait", { for: "request", match: { operation: "tokenization/sale" } });
    return answering;
  };
  const first = { answering: hold(a) };
  await expect.poll(async () => (await b.control("GET", "gates")).body.gates).toHaveLength(1);
  await b.control("POST", "reset");
  const second = { answering: hold(b) };
  await expect.poll(async () => (await b.control("GET", "gates")).body.gates).toHaveLength(1);
  await first.answering;
  expect((await a.control("GET", "gates")).body.gates).toMatchObject([{ request: "req-1" }]);
  expect((await a.control("POST", "gates/sale/release")).body.released).toBe(1);
  await second.answering;
});

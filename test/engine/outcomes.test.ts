import { describe, expect, it } from "vitest";
import { testCards } from "../../src/core/facts/cards.js";
import { refusals } from "../../src/core/facts/codes.js";
import { outcomes } from "../../src/core/scenario/values/outcomes.js";
import { loadMagic } from "../../src/lane/catalogue/magic.js";
import { created, requests } from "../support/client.js";
import { ofFile } from "../support/of-file.js";
import { control, startTestSandbox } from "../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

/** The parts of an order that a decline and a refusal must leave as they were. */
async function orders(url: string) {
  const { body } = await control(url, "GET", "orders");
  const whole = body.orders.map(async ({ id }: { id: number }) => (await control(url, "GET", `orders/${id}`)).body);
  return (await Promise.all(whole)).map(({ order, transactions }) => ({ order, transactions }));
}

describe("a refusal", () => {
  const asked: readonly (readonly [string, (id: number) => object])[] = [
    ["hosted-checkout/create", () => requests.create()],
    ["tokenization/sale", () => requests.sale()],
    ["tokenization/recurring", () => requests.recurring()],
    ["hosted-checkout/refund", (orderId) => ({ merchantId: 3, orderId, amount: 1 })],
    ["hosted-checkout/void", (orderId) => ({ merchantId: 3, orderId })],
    ["direct/void", (orderId) => ({ merchantId: 3, orderId })],
    ["hosted-checkout/query", (orderId) => ({ merchantId: 3, orderId })],
    ["direct/query", (orderId) => ({ merchantId: 3, orderId })],
    ["tokenization/query-token", () => ({ merchantId: 3, userId: "user1" })],
  ];

  it.each(["maintenance", "order-not-found"] as const)(
    "%s is answered on any operation, and changes nothing",
    async (name) => {
      const { url, client } = await sandbox.lane();
      const { id } = (await client("tokenization/sale", requests.sale())).body.order;
      const before = await orders(url);
      await control(url, "POST", "rules", { then: { outcome: name } });
      for (const [path, params] of asked) {
        const { body, http } = await client(path, params(id) as never);
        expect([path, http, body.responseCode]).toEqual([path, 200, refusals[name].code]);
        expect(body.message).toContain(refusals[name].message);
      }
      expect(await orders(url)).toEqual(before);
    },
  );
});

describe("approve", () => {
  it("answers for the issuer, and does not overrule the state", async () => {
    const { url, client } = await sandbox.lane();
    await control(url, "POST", "rules", { then: { outcome: "approve" } });
    const declining = { userId: "user3", tokenId: 651 };
    const { body } = await client("tokenization/sale", requests.sale(declining));
    expect(body.order.status).toBe("SUCCESS");
    const twice = { merchantId: 3, orderId: body.order.id, amount: 50 };
    expect((await client("hosted-checkout/refund", twice)).body.responseCode).toBe("0000");
    expect((await client("hosted-checkout/refund", twice)).body.responseCode).toBe("2004");
  });
});

describe("the header X-Sandbox-Outcome", () => {
  it.each(outcomes)("$name is answered with $code $message", async ({ name, code, message }) => {
    const { client } = await sandbox.lane();
    const { http, body } = await client("tokenization/sale", requests.sale(), {
      headers: { "X-Sandbox-Outcome": name },
    });
    expect([http, body.responseCode]).toEqual([200, code]);
    expect(body.message).toContain(message);
  });
});

describe("magic", () => {
  it("amounts force each outcome, and say so in the log", async () => {
    const said: string[] = [];
    const log = { debug: () => {}, warn: () => {}, info: (line: string) => void said.push(line) };
    await using own = await startTestSandbox({}, log);
    const amounts = new Map((await loadMagic()).map(({ rule }) => [rule.then.outcome, rule.when?.amount]));
    for (const { name, code } of outcomes) {
      const { body } = await own.client("tokenization/sale", requests.sale({ amount: amounts.get(name) }));
      expect([name, body.responseCode]).toEqual([name, code]);
    }
    expect(said.filter((line) => line.startsWith("magic amount"))).toHaveLength(outcomes.length);
  });

  it.each(testCards.map(({ name, outcome }) => [name, outcome]))("card %s: %s", async (card, outcome) => {
    const { url, client } = await sandbox.lane();
    const { id } = await created(client);
    const { body } = await control(url, "POST", `orders/${id}/simulate`, { action: "pay", card });
    expect(body.order.status).toBe(outcome === "approve" ? "SUCCESS" : "OPEN");
    const { transactions } = (await control(url, "GET", `orders/${id}`)).body;
    expect(transactions[0].declined).toBe(outcome === "approve" ? undefined : outcome);
  });
});

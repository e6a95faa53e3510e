import { describe, expect, it } from "vitest";
import { defaultPolicy, type Policy } from "../../../../src/core/facts/assumptions.js";
import { settle } from "../../../../src/lane/time/settlement.js";
import { created, requests, sold } from "../../../support/client.js";
import { control, startTestSandbox, type TestLane } from "../../../support/sandbox.js";

const under = (policy: Partial<Policy>) => startTestSandbox({ policy: { ...defaultPolicy, ...policy } });

const voidOf = async ({ client }: TestLane, orderId: number, path = "hosted-checkout/void") =>
  (await client(path, { merchantId: 3, orderId })).body;
const query = async ({ client }: TestLane, orderId: number) =>
  (await client("hosted-checkout/query", { merchantId: 3, orderId })).body.order;
const balanceOf = async ({ lane }: TestLane) => (await lane.store.views.balances(3)).HKD;
const putBalance = ({ url }: TestLane, HKD: number) =>
  control(url, "PUT", "merchants/3", { unsettledBalance: { HKD } });
const holds = async ({ url }: TestLane) =>
  expect((await control(url, "GET", "invariants")).body).toMatchObject({ holds: true, broken: [] });

describe("settlement-balance", () => {
  it("hold: orders are settled as long as the balance covers them; the rest waits for the next settlement", async () => {
    await using sandbox = await under({ "settlement-balance": "hold" });
    const lane = await sandbox.lane();
    const [first, second, third] = [
      await sold(lane.client),
      await sold(lane.client, { amount: 60 }),
      await sold(lane.client, { amount: 30 }),
    ];
    await putBalance(lane, 100);
    const statuses = async () => {
      const all = await Promise.all([first, second, third].map(({ id }) => query(lane, id)));
      return all.map(({ status }) => status);
    };
    expect(await settle(lane.lane)).toBe(2);
    expect([await statuses(), await balanceOf(lane)]).toEqual([["SETTLED", "SUCCESS", "SETTLED"], 2000]);
    await putBalance(lane, 60);
    expect(await settle(lane.lane)).toBe(1);
    expect([await statuses(), await balanceOf(lane)]).toEqual([["SETTLED", "SETTLED", "SETTLED"], 0]);
    await holds(lane);
  });

  /** Three days with a sale of 100, on the later ones a refund of 30 of the day before's order: payouts and balances. */
  const threeDays = async (choice: Policy["settlement-balance"]) => {
    await using sandbox = await under({ "settlement-balance": choice });
    const lane = await sandbox.lane();
    const days: number[][] = [];
    let yesterday: number | undefined;
    for (let day = 0; day < 3; day++) {
      const { id } = await sold(lane.client, { amount: 100 });
      if (yesterday !== undefined)
        await lane.client("hosted-checkout/refund", { merchantId: 3, orderId: yesterday, amount: 30 });
      const { paidOut } = (await control(lane.url, "POST", "settle", {})).body;
      days.push([paidOut.HKD, await balanceOf(lane)]);
      yesterday = id;
    }
    await holds(lane);
    return days;
  };

  it.each<[NonNullable<Policy["settlement-balance"]>, number[][]]>([
    [
      "allow",
      [
        [100, 0],
        [100, -3000],
        [100, -6000],
      ],
    ],
    [
      "hold",
      [
        [100, 0],
        [0, 7000],
        [70, 7000],
      ],
    ],
    [
      "net",
      [
        [100, 0],
        [70, 0],
        [70, 0],
      ],
    ],
  ])("%s: refunds of settled orders, and the payouts after them", async (choice, days) => {
    expect(await threeDays(choice)).toEqual(days);
  });

  it("net: one order that a tester settles pays what the balance has, and what is missing is in its ledger", async () => {
    await using sandbox = await under({ "settlement-balance": "net" });
    const lane = await sandbox.lane();
    const { id } = await sold(lane.client);
    await putBalance(lane, 10);
    const { body } = await control(lane.url, "POST", `orders/${id}/simulate`, { action: "settle" });
    expect(body.order.status).toBe("SETTLED");
    const { ledger } = (await control(lane.url, "GET", `orders/${id}`)).body;
    const payouts = ledger.filter((line: { account: string }) => line.account === "payout");
    expect(payouts.map(({ why, amount }: { why: string; amount: number }) => [why, amount])).toEqual([
      ["settlement", 50],
      ["withheld", -40],
    ]);
    expect(await balanceOf(lane)).toBe(0);
    await holds(lane);
  });

  it("hold: one order that a tester settles must be covered too", async () => {
    await using sandbox = await under({ "settlement-balance": "hold" });
    const lane = await sandbox.lane();
    const { id } = await sold(lane.client);
    await putBalance(lane, 10);
    expect((await control(lane.url, "POST", `orders/${id}/simulate`, { action: "settle" })).http).toBe(409);
    await putBalance(lane, 50);
    expect((await control(lane.url, "POST", `orders/${id}/simulate`, { action: "settle" })).http).toBe(200);
  });
});

describe("void-open-order", () => {
  const paths = ["hosted-checkout/void", "tokenization/void", "direct/void"];

  it.each(paths)("void: %s makes it VOIDED, without a transaction, and it cannot be paid any more", async (path) => {
    await using sandbox = await under({ "void-open-order": "void" });
    const lane = await sandbox.lane();
    const { id } = await created(lane.client);
    const { responseCode, order, transaction } = await voidOf(lane, id, path);
    expect([responseCode, order.status, transaction]).toEqual(["0000", "VOIDED", undefined]);
    expect(await query(lane, id)).toMatchObject({ status: "VOIDED", netAmount: 0 });
    const paid = await control(lane.url, "POST", `orders/${id}/simulate`, { action: "pay" });
    expect(paid.http).toBe(409);
    expect((await voidOf(lane, id, path)).responseCode).toBe("2008");
    expect(await balanceOf(lane)).toBe(0);
    await holds(lane);
  });

  it("void: an order that only a declined sale made has no sale to show", async () => {
    await using sandbox = await under({ "void-open-order": "void" });
    const lane = await sandbox.lane();
    const declined = requests.sale({ userId: "user3", tokenId: 651 });
    await lane.client("tokenization/sale", declined);
    const { body } = await lane.client("direct/void", { merchantId: 3, merchantReference: declined.merchantReference });
    expect([body.order.status, body.transaction]).toEqual(["VOIDED", undefined]);
  });
});

import { describe, expect, it } from "vitest";
import { defaultPolicy, type Policy } from "../../../../src/core/facts/assumptions.js";
import { payOrder } from "../../../../src/lane/shopper/checkout.js";
import { moveClock } from "../../../../src/lane/time/clock-moves.js";
import { requests } from "../../../support/client.js";
import { startTestSandbox } from "../../../support/sandbox.js";

const under = (policy: Partial<Policy>) => startTestSandbox({ policy: { ...defaultPolicy, ...policy } });

describe("duplicate-reference: return-existing", () => {
  it("answers an equal create with the same order and the same page", async () => {
    await using sandbox = await under({ "duplicate-reference": "return-existing" });
    const { client, lane } = await sandbox.lane();
    const request = requests.create();
    const first = await client("hosted-checkout/create", request);
    expect((await client("hosted-checkout/create", request)).text).toBe(first.text);
    expect(await lane.store.views.orders({})).toHaveLength(1);
  });

  it("answers an equal sale with the transaction that was made then, and charges nothing", async () => {
    await using sandbox = await under({ "duplicate-reference": "return-existing" });
    const { client, lane } = await sandbox.lane();
    const request = requests.sale();
    const first = await client("tokenization/sale", request);
    expect((await client("tokenization/sale", request)).text).toBe(first.text);
    expect((await lane.store.views.balances(3)).HKD).toBe(5000);
  });

  it("answers a create whose expiryTime is a second later, and the page stays open as it was", async () => {
    await using sandbox = await under({ "duplicate-reference": "return-existing" });
    const { client, lane } = await sandbox.lane();
    const request = requests.create({ expiryTime: "2026-01-05T02:15:00Z", lang: "en" });
    const first = await client("hosted-checkout/create", request);
    await moveClock(lane, { action: "advance", byMs: 1000 });
    const again = { ...request, expiryTime: "2026-01-05T02:15:01Z", lang: "zh-HK", themeColor: "#112233" };
    expect((await client("hosted-checkout/create", again)).text).toBe(first.text);
    expect((await fetch(first.body.checkoutUrl)).status).toBe(200);
    expect(await lane.store.views.order(first.body.order.id)).toMatchObject({
      expiresAt: Date.parse("2026-01-05T02:15:00Z"),
      options: { lang: "en" },
    });
  });
});

describe("duplicate-reference: replace-open", () => {
  const holds = async (url: string) =>
    expect(await (await fetch(`${url}/_sandbox/invariants`)).json()).toMatchObject({ holds: true, broken: [] });

  it("closes the open order of a reference, and makes a new one in its place", async () => {
    await using sandbox = await under({ "duplicate-reference": "replace-open" });
    const { client, lane, url } = await sandbox.lane();
    const request = requests.create();
    const first = (await client("hosted-checkout/create", request)).body;
    await moveClock(lane, { action: "advance", byMs: 1000 });
    const second = (await client("hosted-checkout/create", { ...request, amount: 60 })).body;
    expect(second.order).toMatchObject({ status: "OPEN", amount: 60, id: first.order.id + 1 });
    const query = async (orderId: number) => (await client("direct/query", { merchantId: 3, orderId })).body.order;
    expect(await query(first.order.id)).toMatchObject({
      status: "CLOSED",
      updateTime: "2026-01-05T02:00:01.000+00:00",
    });
    const byReference = { merchantId: 3, merchantReference: request.merchantReference };
    expect((await client("direct/query", byReference)).body.order.id).toBe(second.order.id);
    const tooLate = await payOrder(lane, { merchantId: 3, orderId: first.order.id }, { method: "CARD" });
    expect(tooLate.result).toMatchObject({ kind: "refused", reason: "order-not-payable" });
    await holds(url);
  });
});

describe("reference-case: same", () => {
  it("finds an order under another spelling, keeps the first one, and refuses the other as used", async () => {
    await using sandbox = await under({ "reference-case": "same" });
    const { client } = await sandbox.lane();
    await client("hosted-checkout/create", requests.create({ merchantReference: "Tea-1" }));
    const queried = (over: object) => client("hosted-checkout/query", { merchantId: 3, ...over });
    const { order } = (await queried({ merchantReference: "tea-1" })).body;
    expect(order.merchantReference).toBe("Tea-1");
    expect((await queried({ orderId: order.id, merchantReference: "TEA-1" })).body.order.id).toBe(order.id);
    const again = await client("hosted-checkout/create", requests.create({ merchantReference: "TEA-1" }));
    expect(again.body.message).toMatch(/was used before/);
  });
});

describe("user-id-case: sensitive", () => {
  it("neither lists nor charges the cards of another spelling", async () => {
    await using sandbox = await under({ "user-id-case": "sensitive" });
    const { client } = await sandbox.lane();
    const listed = async (userId: string) =>
      (await client("tokenization/query-token", { merchantId: 3, userId })).body.list.length;
    expect([await listed("user1"), await listed("USER1")]).toEqual([2, 0]);
    expect((await client("tokenization/sale", requests.sale({ userId: "USER1" }))).body.message).toMatch(/^token not/);
    expect((await client("tokenization/sale", requests.sale({ userId: "user1" }))).body.responseCode).toBe("0000");
  });
});

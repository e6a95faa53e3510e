import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { created, type Params } from "../../support/client.js";
import { control, startTestSandbox, type TestLane, type TestSandbox } from "../../support/sandbox.js";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const bins = (binStart: string, binEnd: string) => ({ allowedBinRanges: [{ binStart, binEnd }] });

async function simulated(over: Params, body: object) {
  const world = await sandbox.lane();
  const { id } = await created(world.client, over);
  const answer = await control(world.url, "POST", `orders/${id}/simulate`, body);
  return { world, id, ...answer };
}

describe("an order that is paid without a browser", () => {
  const refused = [
    [{ paymentMethods: "ALIPAYHK" }, { method: "CARD" }, "paymentMethods"],
    [{ paymentMethods: "CARD" }, { method: "ALIPAYHK" }, "paymentMethods"],
    [{ paymentMethods: "ALIPAYHK" }, { card: "visa" }, "paymentMethods"],
    [{ allowedCardType: "MASTER" }, { card: "visa" }, "allowedCardType"],
    [bins("510000", "559999"), { card: "4111111111111111" }, "allowedBinRanges"],
    [{ allowedBinRanges: [{ binStart: 510000, binEnd: 559999 }] }, { card: "4111111111111111" }, "allowedBinRanges"],
    [{}, { card: "4111111111111112" }, "card number"],
    [{}, { card: "371449635398431" }, "card"],
    [{}, { method: "ALIPAYHK", card: "visa" }, "takes no card"],
    [{}, { expiryDate: "202512" }, "expired"],
  ] as const;
  it.each(refused)("%j by %j: refuses what the page refuses, and names %s", async (over, by, named) => {
    for (const action of ["pay", "decline"]) {
      const { world, id, http, body } = await simulated(over, { action, ...by });
      expect([http, body]).toEqual([
        409,
        { code: "not-allowed", message: expect.stringContaining(named), fix: expect.any(String) },
      ]);
      const { order, transactions } = (await control(world.url, "GET", `orders/${id}`)).body;
      expect([order.status, transactions]).toEqual(["OPEN", []]);
    }
  });

  it("is said on the order's timeline, and why", async () => {
    const { world, id } = await simulated({ allowedCardType: "MASTER" }, { action: "pay", card: "visa" });
    const { timeline } = (await control(world.url, "GET", `orders/${id}`)).body;
    expect(timeline.at(-1)).toMatchObject({ what: "checkout/pay", why: expect.stringContaining("allowedCardType") });
    const { explain } = (await control(world.url, "GET", `requests/${timeline.at(-1).requestId}`)).body;
    expect(explain.detail).toContain("allowedCardType is MASTER");
    expect(explain.advice).toBe("pay with another card, such as 5555555555554444");
    const { step, found } = explain.ladder.find(({ outcome }: { outcome: string }) => outcome === "refused");
    expect([step, found]).toEqual(["state", expect.stringContaining("allowedCardType is MASTER")]);
  });

  it("uses up no rule where its limits forbid it", async () => {
    const world = await sandbox.lane();
    await control(world.url, "POST", "rules", {
      when: { operation: "checkout/pay" },
      times: 1,
      then: { outcome: "lost-card" },
    });
    const { id } = await created(world.client, { allowedCardType: "MASTER" });
    const pay = (card: string) => control(world.url, "POST", `orders/${id}/simulate`, { action: "pay", card });
    expect((await pay("visa")).http).toBe(409);
    expect((await pay("master")).body.order.status).toBe("OPEN");
    expect((await pay("master")).body.order.status).toBe("SUCCESS");
  });

  it("is refused for its state first", async () => {
    const world = await sandbox.lane();
    const { id } = await created(world.client, { allowedCardType: "MASTER" });
    const simulate = (body: object) => control(world.url, "POST", `orders/${id}/simulate`, body);
    await simulate({ action: "expire" });
    expect((await simulate({ action: "pay", card: "visa" })).body.code).toBe("order-not-payable");
  });

  const allowed = [
    [{ allowedCardType: "MASTER" }, "MASTER"],
    [{ allowedCardType: "UNIONPAY" }, "UNIONPAY"],
    [bins("22230", "22239"), "MASTER"],
    [{ paymentMethods: "ALIPAYCN,WECHATPAY" }, "ALIPAYCN"],
    [{ paymentMethods: "APPLEPAY", allowedCardType: "MASTER" }, "MASTER"],
  ] as const;
  it.each(allowed)("%j: without a card is paid by what it allows", async (over, cardType) => {
    const { world, id, body } = await simulated(over, { action: "pay" });
    expect(body.order.status).toBe("SUCCESS");
    expect((await control(world.url, "GET", `orders/${id}`)).body.transactions).toMatchObject([{ cardType }]);
  });
});

describe("a card that is saved without a browser", () => {
  async function entry({ client, url }: TestLane, over: Params) {
    await client("tokenization/add-token", { merchantId: 3, userId: "user1", ...over });
    const { cardEntries } = (await control(url, "GET", "card-entries")).body;
    return cardEntries[0].id as number;
  }
  const save = async (over: Params, body: object) => {
    const world = await sandbox.lane();
    const id = await entry(world, over);
    return control(world.url, "POST", `card-entries/${id}/simulate`, { action: "save", ...body });
  };

  it.each([
    [{ allowedCardType: "MASTER" }, { card: "visa" }, "allowedCardType"],
    [bins("510000", "559999"), { card: "visa" }, "allowedBinRanges"],
    [{}, { card: "unionpay-credit" }, "UNIONPAY"],
    [{}, { card: "4111111111111112" }, "card number"],
    [{}, { card: "visa", expiryDate: "202512" }, "expired"],
  ] as const)("%j by %j: refuses what the page refuses, and names %s", async (over, by, named) => {
    const { http, body } = await save(over, by);
    expect([http, body]).toEqual([
      409,
      { code: "not-allowed", message: expect.stringContaining(named), fix: expect.any(String) },
    ]);
  });

  it.each([
    [{ allowedCardType: "MASTER" }, /^5555/],
    [bins("22230", "22239"), /^2223/],
  ] as const)("%j: without a card is one that the page takes", async (over, mask) => {
    const { http, body } = await save(over, {});
    expect(http).toBe(200);
    expect(JSON.stringify(body)).toMatch(new RegExp(mask.source.slice(1)));
    expect(body.status ?? body.cardEntry?.status).toBe("SAVED");
  });
});

import { describe, expect, it } from "vitest";
import { created, type Params } from "../../support/client.js";
import { ofFile } from "../../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const bins = (binStart: string, binEnd: string) => ({ allowedBinRanges: [{ binStart, binEnd }] });

async function simulated(over: Params, body: object) {
  const world = await sandbox.lane();
  const { id } = await created(world.client, over);
  const answer = await control(world.url, "POST", `orders/${id}/simulate`, body);
  return { world, id, ...answer };
}

describe("an order that is paid without a browser", () => {
  const refused = [
    [{ paymentMethods: "ALIPAYHK" }, { card: "visa" }, "paymentMethods"],
    [bins("510000", "559999"), { card: "4111111111111111" }, "allowedBinRanges"],
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
    [bins("510000", "559999"), { card: "visa" }, "allowedBinRanges"],
    [{}, { card: "visa", expiryDate: "202512" }, "expired"],
  ] as const)("%j by %j: refuses what the page refuses, and names %s", async (over, by, named) => {
    const { http, body } = await save(over, by);
    expect([http, body]).toEqual([
      409,
      { code: "not-allowed", message: expect.stringContaining(named), fix: expect.any(String) },
    ]);
  });
});

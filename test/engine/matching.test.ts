import { describe, expect, it } from "vitest";
import { created, type Params, reference, sold } from "../support/client.js";
import { ofFile } from "../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

/** An order that a stored MasterCard paid, and one that a Visa did. */
async function paid(lane: TestLane) {
  const { tokenId } = (await control(lane.url, "POST", "tokens", { merchantId: 3, userId: "user9", card: "master" }))
    .body;
  return { visa: await sold(lane.client), master: await sold(lane.client, { userId: "user9", tokenId }) };
}

describe("a rule of a card", () => {
  it.each(["hosted-checkout/refund", "direct/refund", "tokenization/void", "hosted-checkout/query", "direct/query"])(
    "asks on %s what the order was paid with",
    async (operation) => {
      const lane = await sandbox.lane();
      const { visa, master } = await paid(lane);
      const when = { operation: "*", cardType: "MASTER" };
      const answer = await control(lane.url, "POST", "rules", { when, then: { outcome: "maintenance" } });
      expect([answer.http, answer.body.warnings ?? []]).toEqual([201, []]);
      const call = async ({ id }: { id: number }, over: Params = {}) =>
        (await lane.client(operation, { merchantId: 3, orderId: id, ...over })).body.responseCode;
      const amount = operation.endsWith("refund") ? { amount: 1 } : {};
      expect([await call(visa, amount), await call(master, amount)]).toEqual([
        "0000",
        expect.not.stringMatching("0000"),
      ]);
    },
  );

  it("does not match an order that nobody has paid", async () => {
    const lane = await sandbox.lane();
    await control(lane.url, "POST", "rules", { when: { cardType: "VISA" }, then: { outcome: "maintenance" } });
    const { id } = await created(lane.client);
    expect((await lane.client("hosted-checkout/query", { merchantId: 3, orderId: id })).body.responseCode).toBe("0000");
  });
});

it("the order of a charge tells its parent in the control API", async () => {
  const lane = await sandbox.lane();
  const parent = await sold(lane.client, { isRecurring: true });
  const merchantReference = reference();
  const charge = { merchantId: 3, amount: 5, merchantReference, parentOrderId: parent.id };
  const { order } = (await lane.client("hosted-checkout/recurring", charge)).body;
  expect((await control(lane.url, "GET", `orders/${order.id}`)).body.order.parentOrderId).toBe(parent.id);
  expect((await control(lane.url, "GET", `orders/${parent.id}`)).body.order).not.toHaveProperty("parentOrderId");
});

describe("a count", () => {
  it.each([[0], [-1], [1.5], ["1"]])("of a wait that is %j is refused", async (count) => {
    const { url } = await sandbox.lane();
    expect((await control(url, "POST", "wait", { for: "request", match: {}, count, timeoutMs: 0 })).http).toBe(400);
  });

  it("of a wait is one where nothing is said, and is met by more", async () => {
    const lane = await sandbox.lane();
    const wait = async (count?: number) =>
      (await control(lane.url, "POST", "wait", { for: "request", match: {}, count, timeoutMs: 0 })).http;
    expect(await wait()).toBe(408);
    for (let n = 0; n < 2; n++) await sold(lane.client);
    expect([await wait(), await wait(1), await wait(2), await wait(3)]).toEqual([200, 200, 200, 408]);
  });
});

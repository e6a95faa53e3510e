import { describe, expect, it } from "vitest";
import { created, type Params, reference } from "../../../../support/client.js";
import { ofFile } from "../../../../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const simulate = (lane: TestLane, id: number, body: object) => control(lane.url, "POST", `orders/${id}/simulate`, body);

/** A paid recurring order. */
async function parentOf(lane: TestLane, over: Params = {}): Promise<number> {
  const { id } = await created(lane.client, { isRecurring: true, ...over });
  await simulate(lane, id, { action: "pay" });
  return id;
}

const charge = async ({ client }: TestLane, parentOrderId: unknown, over: Params = {}) =>
  (
    await client("hosted-checkout/recurring", {
      merchantId: 3,
      amount: "48.50",
      merchantReference: reference(),
      parentOrderId,
      ...over,
    })
  ).body;

describe("hosted-checkout/recurring", () => {
  it("charges the parent's card again, as an order of its own", {
    tags: ["facts:5/hosted-checkout-recurring-answer", "spec:4.1/isRecurring"],
  }, async () => {
    const lane = await sandbox.lane();
    const parent = await parentOf(lane);
    const { order, transaction, ...rest } = await charge(lane, String(parent));
    expect(rest).toEqual({ responseCode: "0000", message: "Success" });
    expect(order).toMatchObject({ amount: 48.5, netAmount: 48.5, status: "SUCCESS", recurring: true, email: "" });
    expect(order.id).not.toBe(parent);
    expect(transaction).toMatchObject({ type: "SALE", status: "SUCCESS", maskedPan: "411111XXXXXX1111" });
  });

  it.each([
    ["is not there", async () => 7, "2011"],
    ["was made without isRecurring", (lane: TestLane) => parentOf(lane, { isRecurring: false }), "2012"],
  ])(
    "refuses a parent that %s",
    { tags: ["facts:5/hosted-checkout-recurring-request", "spec:4.1/isRecurring"] },
    async (_, parentOfLane, code) => {
      const lane = await sandbox.lane();
      expect((await charge(lane, await parentOfLane(lane))).responseCode).toBe(code);
    },
  );
});

import { describe, expect, it } from "vitest";
import { sold } from "../../../../support/client.js";
import { ofFile } from "../../../../support/of-file.js";
import { portable } from "../../../../support/portable.js";
import { startTestSandbox, type TestLane } from "../../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const refund = (lane: TestLane, over: object) => lane.client("direct/refund", { merchantId: 3, amount: 20, ...over });

describe("direct/refund", () => {
  it("answers the short order and the transaction, without a message", {
    tags: [...portable.tags, "facts:4/a-successful-refund-carries-no", "facts:5/direct-refund-answer"],
  }, async () => {
    const lane = await sandbox.lane();
    const order = await sold(lane.client);
    const { body } = await refund(lane, { orderId: order.id });
    expect(Object.keys(body)).toEqual(["responseCode", "order", "transaction"]);
    expect(Object.keys(body.order)).toEqual([
      "id",
      "merchantReference",
      "currency",
      "status",
      "amount",
      "createTime",
      "updateTime",
    ]);
    expect(body.transaction).toMatchObject({ type: "REFUND", amount: 20, status: "SUCCESS" });
  });

  it("is seen by the hosted checkout's query, and uses up the one refund", portable, async () => {
    const lane = await sandbox.lane();
    const { id: orderId } = await sold(lane.client);
    await refund(lane, { orderId });
    const { body } = await lane.client("hosted-checkout/query", { merchantId: 3, orderId });
    expect(body.order).toMatchObject({ status: "REFUNDED", amount: 50, netAmount: 30 });
    expect((await lane.client("hosted-checkout/refund", { merchantId: 3, orderId, amount: 1 })).body.responseCode).toBe(
      "2004",
    );
  });
});

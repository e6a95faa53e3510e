import { describe, expect, it } from "vitest";
import { sold } from "../../../../support/client.js";
import { ofFile } from "../../../../support/of-file.js";
import { portable } from "../../../../support/portable.js";
import { startTestSandbox } from "../../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

describe("tokenization/void", () => {
  it("voids a token sale; message and email stay away", {
    tags: [...portable.tags, "facts:4/a-successful-refund-carries-no", "facts:5/tokenization-void-answer"],
  }, async () => {
    const { client } = await sandbox.lane();
    const { id: orderId } = await sold(client, { email: "anna@shop.example" });
    const { body } = await client("tokenization/void", { merchantId: 3, orderId: String(orderId) });
    expect(Object.keys(body)).toEqual(["responseCode", "order", "transaction"]);
    expect(Object.keys(body.order)).not.toContain("email");
    expect(body).toMatchObject({
      order: { status: "VOIDED", amount: 50, netAmount: 0, cardType: "VISA" },
      transaction: { type: "SALE_VOID", status: "SUCCESS" },
    });
  });
});

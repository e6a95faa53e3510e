import { describe, expect, it } from "vitest";
import { requests } from "../../../../support/client.js";
import { ofFile } from "../../../../support/of-file.js";
import { startTestSandbox } from "../../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const USER = { merchantId: 3, userId: "user1" };

describe("delete-token", () => {
  it("takes one token away, by either form of its id and any spelling of the user", {
    tags: ["facts:4/success-message-success-on-order", "facts:5/tokenization-delete-token-answer"],
  }, async () => {
    const { client } = await sandbox.lane();
    expect((await client("tokenization/delete-token", { merchantId: "3", userId: "User1", tokenId: "351" })).text).toBe(
      '{"responseCode":"0000","message":"Success"}',
    );
    const { body } = await client("tokenization/query-token", USER);
    expect(body.list.map((token: { tokenId: number }) => token.tokenId)).toEqual([375]);
  });

  it("leaves an order that the token paid as it is: it can be refunded", async () => {
    const { client } = await sandbox.lane();
    const sale = (await client("tokenization/sale", requests.sale())).body;
    await client("tokenization/delete-token", { ...USER, tokenId: 351 });
    const refund = { merchantId: 3, orderId: sale.order.id, amount: 50 };
    expect((await client("hosted-checkout/refund", refund)).body.order.status).toBe("REFUNDED");
  });
});

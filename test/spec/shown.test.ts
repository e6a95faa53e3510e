import { describe, expect, it } from "vitest";
import { retryDelaysMs } from "../../src/core/facts/retries.js";
import { created, requests, sold } from "../support/client.js";
import { ofFile } from "../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../support/sandbox.js";

// What the two documents state and no other test shows by itself.
let lane: TestLane;
const sandbox = ofFile(await startTestSandbox());

const queried = async (orderId: number) =>
  (await lane.client("hosted-checkout/query", { merchantId: 3, orderId })).body.order;

describe("an order", () => {
  it("that a Mastercard paid has the cardType MASTER", { tags: ["spec:2.2/cardType"] }, async () => {
    lane = await sandbox.lane();
    const { id, cardType } = await sold(lane.client, { userId: "user2", tokenId: 501 });
    expect([cardType, (await queried(id)).cardType]).toEqual(["MASTER", "MASTER"]);
  });

  it("need not cost the sum of its line items", { tags: ["facts:4/amount-need-not-equal-the"] }, async () => {
    lane = await sandbox.lane();
    const lineItems = [{ quantity: 3, priceData: { name: "Tea", unitAmount: 20 } }];
    expect(await created(lane.client, { amount: 50, lineItems })).toMatchObject({ amount: 50 });
    expect(await sold(lane.client, { amount: 70, lineItems })).toMatchObject({ amount: 70 });
  });

  it("has ids that are whole numbers of at most 31 bits, and so have its transaction and a token", {
    tags: ["facts:4/ids-order.id-transaction.id-tokenid-are"],
  }, async () => {
    lane = await sandbox.lane();
    const { body } = await lane.client("tokenization/sale", requests.sale());
    const token = await control(lane.url, "POST", "tokens", { merchantId: 3, userId: "eve", card: "visa-debit" });
    for (const id of [body.order.id, body.transaction.id, token.body.tokenId])
      expect([id, Number.isInteger(id) && id > 0 && id < 2 ** 31]).toEqual([id, true]);
  });

  it("of a recurring payment has a reference of its own, not the sale's", {
    tags: [
      "spec:1/charge-a-stored-card-token",
      "spec:4.3/merchantReference",
      "spec:4/a-recurring-order-s-merchantreference",
    ],
  }, async () => {
    lane = await sandbox.lane();
    const sale = await sold(lane.client, { isRecurring: true, merchantReference: "PLAN" });
    const charge = (merchantReference: string) =>
      lane.client("tokenization/recurring", requests.recurring({ merchantReference, parentOrderId: sale.id }));
    expect((await charge("PLAN")).body).toMatchObject({ responseCode: "2002" });
    expect((await charge("PLAN-2")).body).toMatchObject({
      responseCode: "0000",
      order: { merchantReference: "PLAN-2", status: "SUCCESS" },
      transaction: { type: "SALE", status: "SUCCESS" },
    });
  });
});

describe("an order that was not paid", () => {
  it("is not made by a request that is refused", {
    tags: ["spec:3/none-open-by-hosted-checkout-create-if-request-accepted"],
  }, async () => {
    lane = await sandbox.lane();
    const merchantReference = "REFUSED";
    for (const path of ["hosted-checkout/create", "tokenization/sale", "tokenization/recurring"])
      expect((await lane.client(path, { ...requests.recurring({ merchantReference }), amount: 0 })).body).toMatchObject(
        {
          responseCode: "1001",
        },
      );
    const { body } = await lane.client("hosted-checkout/query", { merchantId: 3, merchantReference });
    expect(body.responseCode).toBe("2001");
  });

  it("of a recurring payment that is declined stays OPEN", {
    tags: ["spec:3/none-success-by-tokenization-recurring-if-payment-succeeds"],
  }, async () => {
    lane = await sandbox.lane();
    const params = requests.recurring({ userId: "user3", tokenId: 651, merchantReference: "DECLINED" });
    expect((await lane.client("tokenization/recurring", params)).body).toMatchObject({ responseCode: "3051" });
    const { body } = await lane.client("hosted-checkout/query", { merchantId: 3, merchantReference: "DECLINED" });
    expect(body.order).toMatchObject({ status: "OPEN", netAmount: 0 });
  });
});

describe("a refund", () => {
  it.each([
    ["in full", 50, 0],
    ["in part", "20.50", 29.5],
  ])(
    "%s leaves the rest as netAmount",
    {
      tags: [
        "facts:3/success-refunded-by-refund-full-or-partial-once",
        "facts:4/before-payment-a-query-shows",
        "spec:1/refund-an-order-in-full",
        "spec:2.2/netAmount",
        "spec:3/refund-rules-full-and-partial",
        "spec:3/success-refunded-by-hosted-checkout-refund",
        "spec:3/success-refunded-by-hosted-checkout-refund-order-netamount-is-reduced-by-the-refund-amount",
      ],
    },
    async (_, amount, netAmount) => {
      lane = await sandbox.lane();
      const { id: orderId } = await sold(lane.client);
      const { body } = await lane.client("hosted-checkout/refund", { merchantId: 3, orderId, amount });
      expect(body).toMatchObject({ order: { status: "REFUNDED", netAmount }, transaction: { type: "REFUND" } });
      expect(await queried(orderId)).toMatchObject({ status: "REFUNDED", amount: 50, netAmount });
    },
  );

  it("is refused where the payment method does not allow it", {
    tags: [
      "spec:3/success-refunded-by-hosted-checkout-refund-if-payment-method-allows-refunds",
      "spec:7/refund-is-rejected-when-the",
    ],
  }, async () => {
    lane = await sandbox.lane();
    const { id: orderId } = await sold(lane.client);
    await control(lane.url, "PUT", "merchants/3", { capabilities: { CARD: { refund: false } } });
    const { body } = await lane.client("hosted-checkout/refund", { merchantId: 3, orderId, amount: 1 });
    expect(body.responseCode).toBe("2007");
    expect((await queried(orderId)).status).toBe("SUCCESS");
  });
});

describe.each(["hosted-checkout/void", "direct/void"])("%s", (path) => {
  it("leaves nothing of netAmount", {
    tags: [
      "facts:4/before-payment-a-query-shows",
      "spec:1/void-an-order-hosted-checkout",
      "spec:2.2/netAmount",
      "spec:3/success-voided-by-hosted-checkout-void-or-direct-void",
      "spec:3/success-voided-by-hosted-checkout-void-or-direct-void-netamount-becomes-0",
    ],
  }, async () => {
    lane = await sandbox.lane();
    const { id: orderId } = await sold(lane.client);
    expect((await lane.client(path, { merchantId: 3, orderId })).body.transaction.type).toBe("SALE_VOID");
    expect(await queried(orderId)).toMatchObject({ status: "VOIDED", amount: 50, netAmount: 0 });
  });

  it("is refused where the payment method does not allow it", {
    tags: [
      "spec:3/success-voided-by-hosted-checkout-void-or-direct-void-if-payment-method-allows-voids",
      "spec:4.5/voids-the-order-if-the",
    ],
  }, async () => {
    lane = await sandbox.lane();
    const { id: orderId } = await sold(lane.client);
    await control(lane.url, "PUT", "merchants/3", { capabilities: { CARD: { void: false } } });
    expect((await lane.client(path, { merchantId: 3, orderId })).body.responseCode).toBe("2008");
    expect((await queried(orderId)).status).toBe("SUCCESS");
  });
});

describe("both names of an order at once", () => {
  it.each([
    ["hosted-checkout/query", "SUCCESS"],
    ["direct/query", "SUCCESS"],
    ["hosted-checkout/void", "VOIDED"],
    ["direct/void", "VOIDED"],
    ["tokenization/void", "VOIDED"],
    ["hosted-checkout/refund", "REFUNDED"],
    ["direct/refund", "REFUNDED"],
  ])(
    "find it by %s",
    {
      tags: [
        "facts:4/a-query-void-or-refund",
        "spec:4.4/merchantReference",
        "spec:4.4/orderId",
        "spec:4.5/merchantReference",
        "spec:4.5/orderId",
        "spec:4.6/merchantReference",
        "spec:4.6/orderId",
        "spec:4.7/merchantReference",
        "spec:4.7/orderId",
        "spec:4.8/merchantReference",
        "spec:4.8/orderId",
      ],
    },
    async (path, status) => {
      lane = await sandbox.lane();
      const { id: orderId, merchantReference } = await sold(lane.client);
      const { body } = await lane.client(path, { merchantId: 3, orderId, merchantReference, amount: 50 });
      expect(body.order).toMatchObject({ id: orderId, status });
    },
  );
});

describe("the waits between the attempts of a notification", () => {
  const minutes = (...all: readonly number[]) => all.map((each) => each * 60_000);
  it.each([
    ["newer", minutes(0.25, 0.25, 0.5, 1, 2, 5, 5, 10, 20, 30, 30, 60, 60, 120, 240)],
    ["older", minutes(5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5)],
  ] as const)(
    "are those of the %s documentation",
    { tags: ["facts:2/retries-after-a-failed-delivery"] },
    (docs, waits) => {
      expect(retryDelaysMs[docs]).toEqual(waits);
    },
  );
});

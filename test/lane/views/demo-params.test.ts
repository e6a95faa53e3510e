import { expect, it } from "vitest";
import { paymentOperations } from "../../../src/core/scenario/values/operations.js";
import { completed, demoParams } from "../../../src/lane/views/demo-params.js";

const context = { reference: "A-1", latest: { id: 1000001, amount: 50, netAmount: 45 } };

it.each(paymentOperations)("%s is called as the demo merchant", (operation) => {
  expect(demoParams(operation, context)).toMatchObject({ merchantId: 3 });
});

it.each([
  ["nothing given: the latest order", "hosted-checkout/query", {}, { merchantId: 3, orderId: 1000001 }],
  [
    "a reference given: no order id",
    "direct/query",
    { merchantReference: "B" },
    { merchantId: 3, merchantReference: "B" },
  ],
  ["a refund: the rest of the latest order", "direct/refund", {}, { merchantId: 3, orderId: 1000001, amount: 45 }],
  ["a given amount stays", "direct/refund", { amount: 1 }, { merchantId: 3, orderId: 1000001, amount: 1 }],
  [
    "beside refundAmount: no amount",
    "direct/refund",
    { refundAmount: 1 },
    { merchantId: 3, orderId: 1000001, refundAmount: 1 },
  ],
  [
    "a misspelt reference: no order id",
    "direct/void",
    { merchantreference: "B" },
    { merchantId: 3, merchantreference: "B" },
  ],
  ["a parameter like no other", "direct/query", { x: 1 }, { merchantId: 3, orderId: 1000001, x: 1 }],
] as const)("%s", (_, operation, given, expected) => {
  expect(completed(operation, given, context)).toEqual(expected);
});

it("an unpaid order is refunded by its whole amount", () => {
  const latest = { id: 7, amount: 50, netAmount: 0 };
  expect(completed("direct/refund", {}, { reference: "A", latest })).toMatchObject({ amount: 50 });
});

it.each(["hosted-checkout/create", "tokenization/sale"] as const)(
  "the item of %s costs the given amount",
  (operation) => {
    const lineItems = [{ quantity: 1, priceData: { unitAmount: 20.5, name: "Tea" } }];
    expect(completed(operation, { amount: 20.5 }, context)).toMatchObject({ amount: 20.5, lineItems });
    expect(completed(operation, { amount: 20.5, lineItems: [] }, context)).toMatchObject({ lineItems: [] });
  },
);

import { expect, it } from "vitest";
import { defaultPolicy } from "../../../../src/core/facts/assumptions.js";
import { endpoints } from "../../../../src/server/payment-api/endpoints/index.js";

const item = { quantity: 1, priceData: { name: "Tea", unitAmount: 20 } };
const given = { merchantId: 3, amount: 20, merchantReference: "A-1", lineItems: [item] };
const ranges = (...allowedBinRanges: readonly unknown[]) => ({ ...given, allowedBinRanges });

const problemsOf = (path: string, params: object) =>
  endpoints.find((one) => one.path === path)!.params(defaultPolicy)(params).problems;

it.each<[object, readonly string[] | undefined]>([
  [given, undefined],
  [{ ...given, lineItems: undefined }, ["lineItems: required"]],
  [{ ...given, lineItems: null }, ["lineItems: expected an array of line items"]],
  [{ ...given, lineItems: {} }, ["lineItems: expected an array of line items"]],
  [{ ...given, lineItems: [] }, ["lineItems: expected at least one line item"]],
  [{ ...given, lineItems: [item, []] }, ["lineItems[1]: expected an object with quantity and priceData"]],
  [
    { ...given, lineItems: [{}, { quantity: 1, priceData: { unitAmount: "x" } }] },
    [
      "lineItems[0].quantity: required",
      "lineItems[0].priceData: expected an object with unitAmount and name",
      "lineItems[1].priceData.unitAmount: expected a number, such as 50.00",
      "lineItems[1].priceData.name: required",
    ],
  ],
  // In the order of the table, not of the call.
  [
    { lineItems: [], amount: 0, merchantReference: "" },
    [
      "merchantId: required",
      "amount: expected an amount above 0",
      "merchantReference: expected a text of 1 to 64 characters",
      "lineItems: expected at least one line item",
    ],
  ],
  [{ ...given, callbackUrl: null }, undefined],
  [{ ...given, callbackUrl: "x" }, ["callbackUrl: expected an object of addresses: success, fail, cancel, notify"]],
  [{ ...given, allowedBinRanges: {} }, ["allowedBinRanges: expected an array of ranges"]],
  [ranges(1), ["allowedBinRanges[0]: expected an object with binStart and binEnd"]],
  [ranges({ binStart: "411111" }), ["allowedBinRanges[0].binEnd: required"]],
  [ranges({ binStart: "411111", binEnd: "411" }), ["allowedBinRanges[0].binEnd: expected 4 to 8 digits"]],
  [
    ranges({ binStart: "411112", binEnd: "41111234" }, { binStart: "411112", binEnd: "411111" }),
    [
      "allowedBinRanges[0].binEnd: expected as many digits as binStart",
      "allowedBinRanges[1].binEnd: expected at least binStart",
    ],
  ],
  // A check of several parameters comes only once each is valid.
  [{ ...given, showResultPage: false }, ["callbackUrl: required when showResultPage is false"]],
  [{ ...given, showResultPage: false, amount: null }, ["amount: required"]],
])("all problems of a create with %j are %j", (params, problems) => {
  expect(problemsOf("hosted-checkout/create", params)).toEqual(problems);
});

it("a call that names no order says so of orderId", () => {
  expect(problemsOf("direct/query", { merchantId: 3 })).toEqual(["orderId: orderId or merchantReference is required"]);
});

import { describe, expect, it } from "vitest";
import type { CheckoutOptions } from "../../../src/core/domain/checkout-options.js";
import {
  cardFor,
  methodFor,
  notPayableBy,
  notSavable,
  type PaymentAttempt,
} from "../../../src/core/domain/payable-by.js";
import { luhn } from "../../../src/core/facts/card-number.js";
import { testCard } from "../../../src/core/facts/cards.js";
import { NOW } from "../../support/orders.js";

const VISA = "4111111111111111";
const MASTER = "5555555555554444";
const UNIONPAY = "6200000000000005";
const bins = (binStart: string, binEnd: string) => ({ allowedBinRanges: [{ binStart, binEnd }] });

describe("a payment that the order does not allow is named by its limit", () => {
  const cases: readonly (readonly [string, CheckoutOptions, Partial<PaymentAttempt>, string | undefined])[] = [
    ["a card", {}, {}, undefined],
    ["a card where methods name it", { paymentMethods: ["ALIPAYHK", "CARD"] }, {}, undefined],
    ["a card where methods do not name it", { paymentMethods: ["ALIPAYHK"] }, {}, "paymentMethods"],
    ["a wallet where only cards are taken", { paymentMethods: ["CARD"] }, { method: "ALIPAYHK" }, "paymentMethods"],
    ["a wallet without a card", {}, { method: "ALIPAYHK", cardNumber: undefined }, undefined],
    ["a wallet with a card", {}, { method: "ALIPAYHK" }, "card"],
    ["a card's wallet with a card", {}, { method: "APPLEPAY" }, undefined],
    ["a number with a wrong check digit", {}, { cardNumber: "4111111111111112" }, "card"],
    ["a number that is too short", {}, { cardNumber: "42" }, "card"],
    ["a brand that nobody takes", {}, { cardNumber: "371449635398431" }, "card"],
    ["the allowed brand", { allowedCardType: "MASTER" }, { cardNumber: MASTER }, undefined],
    ["another brand", { allowedCardType: "MASTER" }, {}, "allowedCardType"],
    ["another brand in a wallet", { allowedCardType: "MASTER" }, { method: "GOOGLEPAY" }, "allowedCardType"],
    ["a number within the range", bins("410000", "411111"), {}, undefined],
    ["a number outside the range", bins("510000", "559999"), {}, "allowedBinRanges"],
    ["UnionPay where there are ranges", bins("4111", "6299"), { cardNumber: UNIONPAY }, "allowedBinRanges"],
    ["no range at all", { allowedBinRanges: [] }, { cardNumber: UNIONPAY }, undefined],
    ["a card in its last month", {}, { expiryDate: "202601" }, undefined],
    ["a card of last month", {}, { expiryDate: "202512" }, "expiryDate"],
    ["an expiry that is no month", {}, { expiryDate: "202613" }, "expiryDate"],
    [
      "no card where none can fit",
      { allowedCardType: "UNIONPAY", ...bins("4111", "4111") },
      { cardNumber: undefined },
      "allowedBinRanges",
    ],
  ];
  it.each(cases)("%s", (_, options, over, limit) => {
    const found = notPayableBy(options, { method: "CARD", cardNumber: VISA, ...over }, NOW);
    expect(found?.limit).toBe(limit);
  });

  it("says what to do, and never the whole number", () => {
    const found = notPayableBy({ allowedCardType: "MASTER" }, { method: "CARD", cardNumber: VISA }, NOW);
    expect(found).toEqual({
      limit: "allowedCardType",
      message: "allowedCardType is MASTER, and the card is of VISA",
      fix: "pay with another card, such as 5555555555554444",
    });
  });
});

describe("a card entry", () => {
  it.each([
    ["Visa", {}, VISA, undefined],
    ["UnionPay, which it never takes", {}, UNIONPAY, "card"],
    ["another brand", { allowedCardType: "VISA" }, MASTER, "allowedCardType"],
    ["a number outside the range", bins("510000", "559999"), VISA, "allowedBinRanges"],
  ] as const)("%s", (_, options, cardNumber, limit) => {
    expect(notSavable(options, { cardNumber, expiryDate: "203012" }, NOW)?.limit).toBe(limit);
  });
});

describe("who says nothing", () => {
  it.each([
    [{}, "visa"],
    [{ allowedCardType: "MASTER" }, "master"],
    [{ allowedCardType: "UNIONPAY" }, "unionpay-credit"],
    [bins("470598", "470598"), "visa-credit"],
  ] as const)("pays an order with %j by the test card %s", (options, name) => {
    expect(cardFor(options)).toBe(testCard(name)?.number);
  });

  it.each([
    ["22230", "22239"],
    ["400000", "599999"],
    ["35000000", "51999999"],
  ])("pays within the range %s to %s", (binStart, binEnd) => {
    const options: CheckoutOptions = { ...bins(binStart, binEnd), allowedCardType: "MASTER" };
    const number = cardFor(options) ?? "";
    expect(luhn(number)).toBe(true);
    expect(notPayableBy(options, { method: "CARD", cardNumber: number }, NOW)).toBeUndefined();
  });

  it.each([
    [undefined, false, "CARD"],
    [["ALIPAYHK", "CARD"], false, "CARD"],
    [["ALIPAYHK", "WECHATPAY"], false, "ALIPAYHK"],
    [["ALIPAYHK", "APPLEPAY"], false, "ALIPAYHK"],
    [["ALIPAYHK", "APPLEPAY"], true, "APPLEPAY"],
    [["ALIPAYHK"], true, "CARD"],
  ] as const)("of %j, with a card: %s, pays by %s", (paymentMethods, hasCard, method) => {
    expect(methodFor({ paymentMethods }, hasCard)).toBe(method);
  });
});

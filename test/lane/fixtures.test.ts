import { expect, it } from "vitest";
import { decideStoreToken } from "../../src/core/domain/decide/tokens.js";
import { testCards } from "../../src/core/facts/cards.js";
import { demoTokens } from "../../src/lane/fixtures.js";
import { circumstances, storedToken } from "../support/orders.js";
import { control, startTestSandbox } from "../support/sandbox.js";

it("the demo tokens are Visa and Mastercard only, each by its own number", () => {
  const tokens = demoTokens(3);
  expect([...new Set(tokens.map(({ brand }) => brand))].sort()).toEqual(["MASTER", "VISA"]);
  expect(new Set(tokens.map(({ tokenId }) => tokenId)).size).toBe(tokens.length);
});

it.each([
  ["VISA", "accepted"],
  ["MASTER", "accepted"],
  ["UNIONPAY", "rejected"],
] as const)("a %s that is stored without a page is %s", (brand, kind) => {
  expect(decideStoreToken({ kind: "store-token", token: storedToken({ brand }) }, circumstances()).kind).toBe(kind);
});

it("the control API refuses to store a UnionPay card, and takes it for payments only", async () => {
  await using sandbox = await startTestSandbox();
  const { url } = await sandbox.lane();
  expect(testCards.some(({ name }) => name === "unionpay-credit")).toBe(true);
  const stored = await control(url, "POST", "tokens", { merchantId: 3, userId: "anna", card: "unionpay-credit" });
  expect([stored.http, stored.body.message]).toEqual([
    409,
    "given: invalid-parameter (card: a token is a Visa or a Mastercard)",
  ]);
});

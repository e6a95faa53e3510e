import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../src/core/domain/money.js";
import { testCard } from "../../../src/core/facts/cards.js";
import { demoMerchants, demoTokens, tokenOf } from "../../../src/lane/fixtures.js";
import { adjustBalance } from "../../../src/lane/scenarios/given.js";
import { NOW } from "../../support/orders.js";

describe("a balance that is brought to a target", () => {
  const now = { HKD: minorUnits(500), USD: minorUnits(70) };
  const lines = (targets: Parameters<typeof adjustBalance>[2]) =>
    adjustBalance(now, 3, targets, NOW).map(({ account, currency, amount }) => [account, currency, amount]);

  it("moves the difference, up or down; what is not named stays", () => {
    expect(lines({ HKD: minorUnits(800) })).toEqual([
      ["unsettled", "HKD", 300],
      ["adjustment", "HKD", -300],
    ]);
    expect(lines({ HKD: undefined, USD: minorUnits(0) })).toEqual([
      ["unsettled", "USD", -70],
      ["adjustment", "USD", 70],
    ]);
    expect(lines({})).toEqual([]);
    expect(lines({ HKD: minorUnits(500) })).toEqual([]);
  });

  it("says of whom, when and why", () => {
    expect(adjustBalance(now, 3, { HKD: minorUnits(0) }, NOW)[0]).toMatchObject({
      ...{ merchantId: 3, at: NOW, why: "adjustment" },
    });
  });
});

describe("a card that is stored", () => {
  it("keeps what a stored card shows, and no full number", () => {
    const owner = { merchantId: 8, userId: "Zoe", tokenId: 9 };
    const expected = {
      ...{ tokenId: 9, merchantId: 8, userId: "Zoe", first6: "400056", last4: "0028", brand: "VISA" },
      ...{ subBrand: "VISA_DEBIT", expiryDate: "203012", issuerCountry: "HK", outcome: "approve" },
    };
    expect(tokenOf(testCard("visa-debit")!, owner)).toEqual(expected);
    expect(tokenOf(testCard("visa-debit")!, { ...owner, expiryDate: "202001" }).expiryDate).toBe("202001");
  });

  it("is each merchant's own among the demo tokens", () => {
    const tokens = demoTokens(8);
    expect(new Set(tokens.map(({ merchantId }) => merchantId))).toEqual(new Set([8]));
    const of = (tokenId: number) => tokens.find((token) => token.tokenId === tokenId);
    expect(of(510)).toMatchObject({ userId: "user2", expiryDate: "202001", last4: "8101" });
    expect(of(641)).toMatchObject({ userId: "user3", outcome: "lost-card", last4: "9987" });
    expect(demoMerchants).toEqual([{ merchantId: 3, publicKeyFile: "keys/demo-merchant.public.pem" }]);
  });
});

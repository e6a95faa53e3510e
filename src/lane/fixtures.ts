import fixtures from "../../fixtures/merchants.json" with { type: "json" };
import type { Token } from "../core/domain/token.js";
import { type TestCard, testCard } from "../core/facts/cards.js";

/** The token that stores a card. */
export function tokenOf(
  card: TestCard,
  owner: { merchantId: number; userId: string; tokenId: number; expiryDate?: string | undefined },
): Token {
  return {
    tokenId: owner.tokenId,
    merchantId: owner.merchantId,
    userId: owner.userId,
    first6: card.number.slice(0, 6),
    last4: card.number.slice(-4),
    brand: card.brand,
    subBrand: card.subBrand,
    expiryDate: owner.expiryDate ?? "203012",
    issuerCountry: "HK",
    outcome: card.outcome,
  };
}

/** The initial tokens of each new merchant's user. */
// ASSUMED(new-merchant): the demo tokens are there at once.
export const demoTokens = (merchantId: number): readonly Token[] =>
  fixtures.tokens.map(({ card, ...rest }) => tokenOf(testCard(card)!, { merchantId, ...rest }));

export const demoMerchants: readonly { readonly merchantId: number; readonly publicKeyFile: string }[] =
  fixtures.merchants;

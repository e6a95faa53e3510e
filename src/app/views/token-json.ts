import { type Token, tokenMask } from "../../domain/token.js";

/** A stored card, as query-token and the control API tell it. */
export const tokenJson = (token: Token) => ({
  maskedPan: tokenMask(token),
  userId: token.userId,
  tokenId: token.tokenId,
  cardBrand: token.brand,
  cardSubBrand: token.subBrand,
  expiryDate: token.expiryDate,
});

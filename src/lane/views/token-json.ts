import { type Token, tokenBrands, tokenMask } from "../../core/domain/token.js";
import type { Policy } from "../../core/facts/assumptions.js";

/** A stored card, as query-token and the control API return it. */
export const tokenJson = (token: Token, policy: Pick<Policy, "token-brand">) => ({
  maskedPan: tokenMask(token),
  userId: token.userId,
  tokenId: token.tokenId,
  ...tokenBrands(token, policy),
  expiryDate: token.expiryDate,
});

import type { DeleteToken, StoreToken } from "../commands.js";
import { accept, type Circumstances, type Decision, reject } from "../decision.js";
import type { TokenEvent } from "../events.js";

/** Rejects a card that no page would store (docs: only Visa and Mastercard). An existing tokenId is replaced. */
export function decideStoreToken({ token }: StoreToken, c: Circumstances): Decision<TokenEvent> {
  if (token.brand === "UNIONPAY") return reject("invalid-parameter", "card: a token is a Visa or a Mastercard");
  const tokenId = token.tokenId ?? c.fresh.tokenId();
  return accept({ type: "token-stored", at: c.now, token: { ...token, tokenId } });
}

/** Rejects a token that the user does not have, or has no more. */
// ASSUMED(delete-token): a second time there is nothing to be found.
export function decideDeleteToken({ tokenId, userId }: DeleteToken, c: Circumstances): Decision<TokenEvent> {
  if (c.token) return accept({ type: "token-deleted", at: c.now, token: c.token });
  if (c.policy["delete-token"] === "success") return { kind: "nothing" };
  return reject("token-not-found", `tokenId ${tokenId} of user ${userId}`, "delete-token");
}

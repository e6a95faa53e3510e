import type { StoreToken } from "../commands.js";
import { accept, type Circumstances, type Decision, reject } from "../decision.js";
import type { TokenEvent } from "../events.js";

/** Rejects a card that no page would store (docs: only Visa and Mastercard). An existing tokenId is replaced. */
export function decideStoreToken({ token }: StoreToken, c: Circumstances): Decision<TokenEvent> {
  if (token.brand === "UNIONPAY") return reject("invalid-parameter", "card: a token is a Visa or a Mastercard");
  const tokenId = token.tokenId ?? c.fresh.tokenId();
  return accept({ type: "token-stored", at: c.now, token: { ...token, tokenId } });
}

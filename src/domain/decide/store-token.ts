import type { StoreToken } from "../commands.js";
import { accept, type Circumstances, type Decision } from "../decision.js";
import type { TokenEvent } from "../events.js";

/** Rejects nothing: a token that was given before is replaced. */
export function decideStoreToken({ token }: StoreToken, c: Circumstances): Decision<TokenEvent> {
  const tokenId = token.tokenId ?? c.fresh.tokenId();
  return accept({ type: "token-stored", at: c.now, token: { ...token, tokenId } });
}

import type { Token } from "../../../../core/domain/token.js";
import { tokenJson } from "../../../../lane/views/token-json.js";
import { type Accepted, endpoint } from "../endpoint.js";
import { tokenSuccess } from "../project.js";

export const queryToken = endpoint({
  path: "tokenization/query-token",
  command: (given) => ({ kind: "query-tokens", merchantId: given.merchantId, userId: given.userId }),
  answer: { message: "SUCCESS", tokens: true },
  project: (result, { policy }) => tokenSuccess({ list: tokensOf(result).map((token) => tokenJson(token, policy)) }),
});

function tokensOf(result: Accepted): readonly Token[] {
  if (result.kind !== "tokens") throw new Error(`expected tokens, found ${result.kind}`);
  return result.tokens;
}

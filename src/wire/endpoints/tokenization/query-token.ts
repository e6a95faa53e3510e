import * as z from "zod";
import { endpoint } from "../../endpoint.js";
import type { Params } from "../../params.js";
import { tokenJson, tokenSuccess } from "../../project.js";

export const queryToken = endpoint({
  path: "tokenization/query-token",
  params: (p: Params) => z.object({ merchantId: p.merchantId, userId: p.userId }),
  command: (given) => ({ kind: "query-tokens", merchantId: given.merchantId, userId: given.userId }),
  subject: (given) => ({ merchantId: String(given.merchantId), userId: given.userId }),
  project: (result) => {
    if (result.kind !== "tokens") throw new Error(`expected tokens, found ${result.kind}`);
    return tokenSuccess({ list: result.tokens.map(tokenJson) });
  },
});

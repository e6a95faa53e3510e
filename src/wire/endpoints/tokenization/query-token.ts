import * as z from "zod";
import { tokenJson } from "../../../app/views/token-json.js";
import { endpoint } from "../../endpoint.js";
import * as p from "../../params.js";
import { tokenSuccess } from "../../project.js";

export const queryToken = endpoint({
  path: "tokenization/query-token",
  params: z.object({ merchantId: p.merchantId, userId: p.userId }),
  command: (given) => ({ kind: "query-tokens", merchantId: given.merchantId, userId: given.userId }),
  subject: (given) => ({ merchantId: String(given.merchantId), userId: given.userId }),
  answer: { message: "SUCCESS", tokens: true },
  project: (result) => {
    if (result.kind !== "tokens") throw new Error(`expected tokens, found ${result.kind}`);
    return tokenSuccess({ list: result.tokens.map(tokenJson) });
  },
});

import * as z from "zod";
import { limits } from "../../../core/facts/limits.js";
import { givenToken } from "../../../core/scenario/rule/rule.js";
import { named, namedObject } from "../../../core/scenario/values/public-schemas.js";
import { policyOf } from "../../../lane/choices.js";
import { GivenRefused, giveToken } from "../../../lane/scenarios/given.js";
import { wholeSchema } from "../../../lane/views/schemas/schema-parts.js";
import { tokenFields } from "../../../lane/views/schemas/token-schema.js";
import { tokenJson } from "../../../lane/views/token-json.js";
import { call, created, ok } from "../call.js";
import { refuse } from "../http/errors.js";
import { fromOne } from "../http/parameters.js";

const tokenFilters = namedObject("TokenFilter", {
  merchantId: fromOne.max(limits.idMax.value).optional().describe("cards stored with this merchant"),
  userId: z.string().optional().describe("cards of this user; case is ignored"),
});

const tokenBody = namedObject("NewToken", {
  ...givenToken.shape,
  merchantId: z
    .int({ error: "a merchant id, as a number" })
    .min(1)
    .max(limits.idMax.value)
    .describe("created if it is unknown"),
});

const tokenSchema = named(
  "Token",
  z.strictObject(tokenFields).describe("A stored card, with the fields of query-token."),
);
const ownedTokenSchema = namedObject("OwnedToken", {
  merchantId: wholeSchema("the id of the merchant that stores it", 3),
  ...tokenFields,
});

/** Stored cards. */
export const tokenCalls = [
  call("GET /tokens", "Stored cards", {
    query: tokenFilters,
    answers: { 200: z.strictObject({ tokens: z.array(ownedTokenSchema) }) },
    run: async ({ lane, query }) => {
      const { merchantId: merchant, userId } = query;
      const found = (await lane.store.views.tokens())
        .filter((token) => merchant === undefined || token.merchantId === merchant)
        .filter((token) => userId === undefined || isSameUser(token.userId, userId));
      const policy = await policyOf(lane);
      return ok({ tokens: found.map((token) => ({ merchantId: token.merchantId, ...tokenJson(token, policy) })) });
    },
  }),
  call("POST /tokens", "Stores a card", {
    body: tokenBody,
    answers: { 201: tokenSchema },
    run: async ({ lane, body }) => {
      const { tokenId, merchantId } = body;
      const all = await lane.store.views.tokens();
      const taken = all.find((token) => token.tokenId === tokenId && token.merchantId === merchantId);
      if (taken && !isSameUser(taken.userId, body.userId))
        return refused(`token ${tokenId} belongs to user ${taken.userId}`, "leave tokenId out, or take a free one");
      try {
        const result = await giveToken(lane, body);
        if (result.kind !== "token") throw new Error(`expected a token, found ${result.kind}`);
        return created(tokenJson(result.token, await policyOf(lane)));
      } catch (error) {
        if (error instanceof GivenRefused) return refused(error.message, "GET /_sandbox/tokens lists the stored cards");
        throw error;
      }
    },
  }),
];

const refused = (message: string, fix: string) => refuse(409, "token-refused", message, fix);
const isSameUser = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

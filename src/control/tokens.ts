import { type Context, Hono } from "hono";
import * as z from "zod";
import { GivenRefused, giveToken } from "../app/scenarios/given.js";
import { type Token, tokenMask } from "../domain/token.js";
import { testCard } from "../facts/cards.js";
import { idSchema, textSchema } from "../scenario/schema-parts.js";
import type { ControlContext } from "./context.js";
import { failure, readJson, readQuery } from "./errors.js";

const merchantId = z.coerce.number().int().min(1).max(2_147_483_647);
export const tokenFilters = z.strictObject({ merchantId: merchantId.optional(), userId: z.string().optional() });
export const tokenBody = z.strictObject({
  merchantId: z.int({ error: "a merchant id, as a number" }).min(1).max(2_147_483_647),
  userId: textSchema,
  card: z
    .string({ error: "a test card's name or number" })
    .refine((card) => testCard(card.replaceAll(" ", "")) !== undefined, {
      error: "expected a test card's name or number: payment-sandbox magic lists them",
    }),
  tokenId: idSchema.optional().describe("the next free one when left out"),
});

/** Stored cards. */
export function tokenCalls({ laneOf }: Pick<ControlContext, "laneOf">): Hono {
  const app = new Hono();
  app.get("/tokens", async (c) => {
    const query = readQuery(c, tokenFilters);
    if ("response" in query) return query.response;
    const { merchantId: merchant, userId } = query.value;
    const found = (await laneOf(c).store.views.tokens())
      .filter((token) => merchant === undefined || token.merchantId === merchant)
      .filter((token) => userId === undefined || isSameUser(token.userId, userId));
    return c.json({ tokens: found.map((token) => ({ merchantId: token.merchantId, ...tokenJson(token) })) });
  });
  app.post("/tokens", async (c) => {
    const body = await readJson(c, tokenBody);
    if ("response" in body) return body.response;
    const lane = laneOf(c);
    const { tokenId } = body.value;
    const taken = (await lane.store.views.tokens()).find(
      (token) => token.tokenId === tokenId && token.merchantId === body.value.merchantId,
    );
    if (taken && !isSameUser(taken.userId, body.value.userId))
      return refused(c, `token ${tokenId} belongs to user ${taken.userId}`, "leave tokenId out, or take a free one");
    try {
      const result = await giveToken(lane, body.value);
      if (result.kind !== "token") throw new Error(`expected a token, found ${result.kind}`);
      return c.json(tokenJson(result.token), 201);
    } catch (error) {
      if (error instanceof GivenRefused) return refused(c, error.message, "GET /_sandbox/tokens shows what is there");
      throw error;
    }
  });
  return app;
}

const refused = (c: Context, message: string, fix: string) => failure(c, 409, "token-refused", message, fix);
const isSameUser = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The fields of query-token. */
export const tokenJson = (token: Token) => ({
  maskedPan: tokenMask(token),
  userId: token.userId,
  tokenId: token.tokenId,
  cardBrand: token.brand,
  cardSubBrand: token.subBrand,
  expiryDate: token.expiryDate,
});

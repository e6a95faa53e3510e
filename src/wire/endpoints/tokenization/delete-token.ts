import * as z from "zod";
import { endpoint } from "../../endpoint.js";
import type { Params } from "../../params.js";
import { success } from "../../project.js";

export const deleteTokenParams = (p: Params) =>
  z.object({ merchantId: p.merchantId, userId: p.userId, tokenId: p.tokenId });

/** Deletes a card at once. Orders that it paid stay as they are. */
export const deleteToken = endpoint({
  path: "tokenization/delete-token",
  params: deleteTokenParams,
  command: ({ merchantId, userId, tokenId }) => ({ kind: "delete-token", merchantId, userId, tokenId }),
  subject: (given) => ({ merchantId: String(given.merchantId), userId: given.userId, tokenId: given.tokenId }),
  answer: { message: "Success" },
  project: () => success({}),
});

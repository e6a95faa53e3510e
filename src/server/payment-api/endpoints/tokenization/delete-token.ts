import { endpoint } from "../endpoint.js";
import { success } from "../project.js";

/** Deletes a card at once. Orders that it paid stay as they are. */
export const deleteToken = endpoint({
  path: "tokenization/delete-token",
  command: ({ merchantId, userId, tokenId }) => ({ kind: "delete-token", merchantId, userId, tokenId }),
  answer: { message: "Success" },
  project: () => success({}),
});

import * as z from "zod";
import { limits } from "../../../core/facts/limits.js";

// Parameters that several calls share.

/** A number from 1, in a query string. */
export const fromOne = z.coerce.number().int().min(1);
export const limit = fromOne.max(1000).optional().describe("100 when left out");
export const merchantId = z.int().min(1).max(limits.idMax.value);
export const seed = z.int().min(0).max(limits.idMax.value).describe("same seed, same calls, same bytes");
export const nothing = z.strictObject({});

/** The key for pages of a list: the last id of the previous page. */
export const before = fromOne
  .optional()
  .describe("only entries older than this id; give what the previous page has as next");

/** In a list's answer: how to ask for the next page. */
export const next = z
  .union([z.int(), z.string()])
  .optional()
  .describe("there are older ones: give it as `before` to list them; absent in the last page");

/** The same where a list or a text writes ids with a word before the number, such as req-12. `numberIn` reads it. */
export const beforeOf = (word: "req" | "notification") =>
  z
    .union([fromOne, z.string().regex(new RegExp(`^${word}-\\d{1,10}$`), { abort: true })], {
      error: `an id of the list, such as ${word}-12 or 12`,
    })
    .optional()
    .describe(`only entries older than this id, such as ${word}-12; give what the previous page has as next`);

/** The number of such an id. */
export const numberIn = (id: number | string | undefined): number | undefined =>
  typeof id === "string" ? Number(id.replace(/^.*-/, "")) : id;

/** The error of a union of objects: `names` are the values of the member that tells them apart. */
export const oneOfObjects = (names: string, example: string) => ({
  error: ({ input }: { readonly input?: unknown }): string =>
    `${typeof input === "object" ? `${names},` : "an object"} such as ${example}`,
});

import * as z from "zod";
import { allCodes } from "../facts/codes.js";

/**
 * A table of codes and messages by outcome. Two outcomes may have the same code, because the real service may do that
 * too.
 */
export function responseCodesSchema() {
  const row = z.strictObject({
    code: z
      .union([z.string().min(1), z.int().min(0)], { error: "a code such as 2005" })
      .transform(String)
      .refine((text) => text !== "0000", { error: "another code than 0000, which means success" })
      .optional(),
    message: z.string().optional(),
  });
  return z.strictObject(Object.fromEntries(Object.keys(allCodes).map((name) => [name, row.optional()])));
}

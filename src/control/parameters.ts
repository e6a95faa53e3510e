import * as z from "zod";
import { limits } from "../facts/limits.js";

// What several calls take.

/** A number from 1, in a query string. */
export const whole = z.coerce.number().int().min(1);
export const limit = whole.max(1000).optional().describe("100 when left out");
export const merchantId = z.int().min(1).max(limits.idMax.value);
export const seed = z.int().min(0).max(limits.idMax.value).describe("same seed, same calls, same bytes");
export const nothing = z.strictObject({});

/** The key that lists are paged by: the id of the last one of the page before. */
export const before = whole.optional().describe("only older ones: the id that the page before ended with");

/** An id in a path; undefined where it can be none. */
export const readId = (text: string): number | undefined => (/^\d{1,10}$/.test(text) ? Number(text) : undefined);

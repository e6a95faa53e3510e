import * as z from "zod";
import type { Json } from "./target.js";

/** A call that was passed on, and what came of it; secrets are masked. A line of a recording. */
export const recordedSchema = z.strictObject({
  /** ISO 8601. */
  at: z.string(),
  durationMs: z.number().min(0),
  method: z.string(),
  /** From the base URL on, with its first slash. */
  path: z.string(),
  request: z.string(),
  /** Left out where none came. */
  response: z.strictObject({ status: z.int(), contentType: z.string(), body: z.string() }).optional(),
  /** Why no whole answer came. */
  fault: z.string().optional(),
});

export type Recorded = z.output<typeof recordedSchema>;

/** The operation of a path: what it is called in scenario files. */
export const operationOf = (path: string): string => path.replace(/[?#].*$/, "").replace(/^\/+|\/+$/g, "");

/** The parameters inside an envelope; undefined where it is none. */
export function paramsIn(request: string): Json | undefined {
  const outer = objectIn(request);
  return typeof outer?.request === "string" ? objectIn(outer.request) : undefined;
}

export function objectIn(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

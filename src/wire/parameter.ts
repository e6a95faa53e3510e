import * as z from "zod";
import { Expected } from "../domain/read-field.js";
import type { ParamSchema, Reader } from "./readers.js";

/** Puts a parameter into the OpenAPI document. Registered, not copied: parsing knows nothing of it. */
function documented<S extends z.ZodType>(schema: S, description: string, { examples, ...override }: ParamSchema): S {
  const shown = examples && { examples: [...examples] };
  z.globalRegistry.add(schema, { description, override: { ...override, ...shown }, ...shown });
  return schema;
}

/** A parameter of the service: lenient about number or text, clear about what it expected. */
export function param<T>({ read, takes }: Reader<T>, description: string) {
  const readGiven = (value: unknown): T | Expected =>
    value === undefined || value === null ? new Expected("required") : read(value);
  const schema = z.unknown().transform((value, ctx): T => readInto(ctx, readGiven, value));
  return documented(schema, description, takes);
}

/** Absent and null are the same: not given; so is an empty text, unless it is read too. */
export function optional<T>(
  { read, takes }: Reader<T>,
  description: string,
  { readsEmpty = () => false }: { readonly readsEmpty?: () => boolean } = {},
) {
  const schema = z
    .unknown()
    .transform((value, ctx): T | undefined => (isGiven(value, readsEmpty) ? readInto(ctx, read, value) : undefined))
    .optional();
  return documented(schema, description, takes);
}

const isGiven = (value: unknown, readsEmpty: () => boolean): boolean =>
  value !== undefined && value !== null && (value !== "" || readsEmpty());

/** Reads a value that was given; what is wrong with it goes to the issues. */
function readInto<T>(ctx: z.core.ParsePayload, read: Reader<T>["read"], value: unknown): T {
  const result = read(value);
  if (!(result instanceof Expected)) return result;
  ctx.issues.push({ code: "custom", message: result.what, input: value });
  return z.NEVER;
}

/** Without an example: the examples of whole requests leave it out. */
export const unshown = <T>({ read, takes: { examples: _, ...takes } }: Reader<T>): Reader<T> => ({ read, takes });

/** An optional parameter that has a value where none is given. */
export function withDefault<T extends string | boolean>(
  reader: Reader<T>,
  otherwise: T,
  description: string,
  { readsEmpty = () => false }: { readonly readsEmpty?: () => boolean } = {},
) {
  const schema = z
    .unknown()
    .transform((value, ctx): T => (isGiven(value, readsEmpty) ? readInto(ctx, reader.read, value) : otherwise))
    // Most calls give few of the flags: what is absent is read in one step.
    .default(otherwise as z.core.util.NoUndefined<Awaited<T>>);
  return documented(schema, description, { ...reader.takes, default: otherwise });
}

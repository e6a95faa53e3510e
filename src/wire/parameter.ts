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
  return documented(inOneStep(transformed(readGiven), readGiven), description, takes);
}

/** Absent and null are the same: not given; so is an empty text, unless it is read too. */
export function optional<T>(
  { read, takes }: Reader<T>,
  description: string,
  { readsEmpty = () => false }: { readonly readsEmpty?: () => boolean } = {},
) {
  const readAny = (value: unknown): T | undefined | Expected => (isGiven(value, readsEmpty) ? read(value) : undefined);
  return documented(inOneStep(transformed(readAny).optional(), readAny), description, takes);
}

const isGiven = (value: unknown, readsEmpty: () => boolean): boolean =>
  value !== undefined && value !== null && (value !== "" || readsEmpty());

type Read<T> = (value: unknown) => T | Expected;

/** Reads a value; what is wrong with it goes to the issues. */
function readInto<T>(payload: Pick<z.core.ParsePayload, "issues">, read: Read<T>, value: unknown): T {
  const result = read(value);
  if (!(result instanceof Expected)) return result;
  payload.issues.push({ code: "custom", message: result.what, input: value });
  return z.NEVER;
}

const transformed = <T>(read: Read<T>) => z.unknown().transform((value, ctx): T => readInto(ctx, read, value));

/**
 * Lets a schema answer as it does, without the schemas that it consists of: with some twenty parameters, their steps took
 * longer than all that is read in them. What is made of it, as by `refine`, goes through them again.
 */
function inOneStep<T, S extends z.ZodType<T>>(schema: S, read: Read<T>): S {
  schema._zod.run = (payload) => {
    payload.value = readInto(payload, read, payload.value);
    return payload;
  };
  return schema;
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
  const readAny = (value: unknown): T | Expected => (isGiven(value, readsEmpty) ? reader.read(value) : otherwise);
  const schema = transformed(readAny).default(otherwise as z.core.util.NoUndefined<Awaited<T>>);
  return documented(inOneStep(schema, readAny), description, { ...reader.takes, default: otherwise });
}

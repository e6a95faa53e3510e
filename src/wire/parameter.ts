import * as z from "zod";
import { Expected } from "../domain/read-field.js";
import type { ParamSchema, Reader } from "./readers.js";

/**
 * Documents a parameter for the OpenAPI document. Registers the schema instead of copying it, so parsing is
 * unaffected.
 */
function documented<S extends z.ZodType>(schema: S, description: string, { examples, ...override }: ParamSchema): S {
  const shown = examples && { examples: [...examples] };
  z.globalRegistry.add(schema, { description, override: { ...override, ...shown }, ...shown });
  return schema;
}

/** A parameter of the service. Accepts a number or text. Its error says clearly what it expected. */
export function param<T>({ read, takes }: Reader<T>, description: string) {
  const readGiven = (value: unknown): T | Expected =>
    value === undefined || value === null ? new Expected("required") : read(value);
  return documented(inOneStep(transformed(readGiven), readGiven), description, takes);
}

/** An absent or null value means "not given". So does an empty text, unless the reader accepts it. */
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

/** Reads a value and adds any fault to the issues. */
function readInto<T>(payload: Pick<z.core.ParsePayload, "issues">, read: Read<T>, value: unknown): T {
  const result = read(value);
  if (!(result instanceof Expected)) return result;
  payload.issues.push({ code: "custom", message: result.what, input: value });
  return z.NEVER;
}

const transformed = <T>(read: Read<T>) => z.unknown().transform((value, ctx): T => readInto(ctx, read, value));

/**
 * Makes a schema run in a single step, because the steps of nested schemas took longer than reading the value.
 * Schemas derived from it, for example by `refine`, use the inner schemas again.
 */
function inOneStep<T, S extends z.ZodType<T>>(schema: S, read: Read<T>): S {
  schema._zod.run = (payload) => {
    payload.value = readInto(payload, read, payload.value);
    return payload;
  };
  return schema;
}

/** Removes the example, so that example requests leave the parameter out. */
export const unshown = <T>({ read, takes: { examples: _, ...takes } }: Reader<T>): Reader<T> => ({ read, takes });

/** An optional parameter with a default. */
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

import * as z from "zod";
import { Expected } from "../../../core/domain/read-field.js";
import type { ParameterRow } from "../../../core/facts/parameters/parameter-rows.js";
import type { Reader } from "./readers.js";

type Meaning = Pick<ParameterRow, "need" | "otherwise" | "about" | "example">;

/**
 * A parameter of the service. An absent or null value means "not given". So does an empty text of one that isn't
 * required, unless the reader accepts it. The error says clearly what was expected.
 */
export function param(
  { read, takes, readsEmpty = () => false }: Reader<unknown>,
  { need, otherwise, about, example }: Meaning,
) {
  const isGiven = (value: unknown): boolean =>
    value !== undefined && value !== null && (need === "required" || value !== "" || readsEmpty());
  const absent = need === "required" ? new Expected("required") : otherwise;
  const readGiven: Read = (value) => (isGiven(value) ? read(value) : absent);
  const schema = inOneStep(withNeed(transformed(readGiven), need, otherwise), readGiven);
  const shown = example === undefined ? {} : { examples: [example] };
  // Registered, because `describe` would copy the schema.
  z.globalRegistry.add(schema, {
    description: about,
    override: { ...takes, ...(otherwise !== undefined && { default: otherwise }), ...shown },
    ...shown,
  });
  return schema;
}

/** For the documents, which say if a parameter is required. */
function withNeed(schema: z.ZodType, need: ParameterRow["need"], otherwise: ParameterRow["otherwise"]): z.ZodType {
  if (need === "optional") return schema.optional();
  return need === "default" ? schema.default(otherwise) : schema;
}

type Read = (value: unknown) => unknown;

/** Reads a value and adds any fault to the issues. */
function readInto(payload: Pick<z.core.ParsePayload, "issues">, read: Read, value: unknown): unknown {
  const result = read(value);
  if (!(result instanceof Expected)) return result;
  payload.issues.push({ code: "custom", message: result.what, input: value });
  return z.NEVER;
}

const transformed = (read: Read): z.ZodType => z.unknown().transform((value, ctx) => readInto(ctx, read, value));

/**
 * Makes a schema run in a single step, because the steps of nested schemas took longer than reading the value.
 * Schemas derived from it, for example by `refine`, use the inner schemas again.
 */
function inOneStep(schema: z.ZodType, read: Read): z.ZodType {
  schema._zod.run = (payload) => {
    payload.value = readInto(payload, read, payload.value);
    return payload;
  };
  return schema;
}

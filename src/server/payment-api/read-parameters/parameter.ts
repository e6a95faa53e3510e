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
  const absent = need === "required" ? new Expected("required") : otherwise;
  /** Reads a value and adds any fault to the issues. */
  const readInto = (value: unknown, issues: z.core.ParsePayload["issues"]): unknown => {
    const isGiven = value !== undefined && value !== null && (need === "required" || value !== "" || readsEmpty());
    const result = isGiven ? read(value) : absent;
    if (!(result instanceof Expected)) return result;
    issues.push({ code: "custom", message: result.what, input: value });
    return z.NEVER;
  };
  const transformed = z.unknown().transform((value, ctx) => readInto(value, ctx.issues));
  const schema = withNeed(transformed, need, otherwise);
  // One step, because the steps of nested schemas took longer than reading the value. Schemas derived from it, for
  // example by `refine`, use the inner schemas again.
  schema._zod.run = (payload) => {
    payload.value = readInto(payload.value, payload.issues);
    return payload;
  };
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

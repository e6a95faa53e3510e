import type * as z from "zod";

/** The judge's schemas with a public name, for the library's types. The control API uses none of them. */
export const judgeSchemas = new Map<string, z.ZodType>();

/** Gives a schema its public name. */
export function judgeNamed<S extends z.ZodType>(name: string, schema: S): S {
  judgeSchemas.set(name, schema);
  return schema;
}

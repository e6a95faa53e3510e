import type * as z from "zod";

/** The judge's schemas that have a name of their own in the library's types. The control API speaks of none of them. */
export const judgeSchemas = new Map<string, z.ZodType>();

/** Gives a schema its public name. */
export function judgeNamed<S extends z.ZodType>(name: string, schema: S): S {
  judgeSchemas.set(name, schema);
  return schema;
}

import * as z from "zod";

/** Schemas that have a name of their own, in the library's types and in the OpenAPI document. */
export const publicSchemas = new Map<string, z.ZodType>();

/** Gives a schema its public name. Refinements make another schema: name the last one. */
export function named<S extends z.ZodType>(name: string, schema: S, description?: string): S {
  if (publicSchemas.has(name)) throw new Error(`expected one schema of the name ${name}`);
  publicSchemas.set(name, schema);
  // Registered: `describe` would make a copy.
  if (description !== undefined) z.globalRegistry.add(schema, { description });
  return schema;
}

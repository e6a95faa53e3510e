import * as z from "zod";

/** Schemas with a public name, for the library's types and the OpenAPI document. */
export const publicSchemas = new Map<string, z.ZodType>();

/** Gives a schema its public name. A refinement returns a new schema, so name the last one. */
export function named<S extends z.ZodType>(name: string, schema: S, description?: string): S {
  if (publicSchemas.has(name)) throw new Error(`expected one schema of the name ${name}`);
  publicSchemas.set(name, schema);
  // Registered here, because `describe` would make a copy.
  if (description !== undefined) z.globalRegistry.add(schema, { description });
  return schema;
}

/** An object with these members and no others, with a public name. */
export const namedObject = <const S extends z.ZodRawShape>(name: string, shape: S): z.ZodObject<S, z.core.$strict> =>
  named(name, z.strictObject(shape));

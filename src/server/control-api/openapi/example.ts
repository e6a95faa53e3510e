import * as z from "zod";

/** An example for a schema, built from the examples of its parts. Undefined if a part has none. */
export function exampleOf(schema: z.core.$ZodType): unknown {
  const own = z.globalRegistry.get(schema)?.examples as readonly unknown[] | undefined;
  if (own) return own[0];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return ofObject(def.shape);
    case "array":
      return [exampleOf(def.element)].filter((one) => one !== undefined);
    case "enum":
      return Object.values(def.entries)[0];
    case "literal":
      return def.values[0];
    case "boolean":
      return true;
    case "number":
      return 0;
    case "record":
      return {};
    case "union":
      return exampleOf(def.options[0]!);
    case "nullable":
    case "default":
      return exampleOf(def.innerType);
    case "pipe":
      return exampleOf(def.in);
    default:
      return undefined;
  }
}

/** Leaves out optional members, unless they have an example of their own. */
const ofObject = (shape: Readonly<Record<string, z.core.$ZodType>>): object =>
  Object.fromEntries(
    Object.entries(shape)
      .map(([name, member]) => [name, exampleOf(member)])
      .filter(([, example]) => example !== undefined),
  );

import * as z from "zod";

/** The form field for a member of a schema. */
export interface SchemaField {
  /** Its path in the body, for example `when.amount`. */
  readonly name: string;
  readonly label: string;
  /** How the script reads the value. Undefined: as text. */
  readonly type: "number" | "json" | "flag" | undefined;
  readonly options: readonly string[] | undefined;
  readonly hint: string | undefined;
}

type AnySchema = z.core.$ZodTypes;

/**
 * Fields for an object's members. The names of nested ones are paths, so that every value of the schema can be
 * entered.
 */
export function schemaFields(shape: Readonly<Record<string, z.core.$ZodType>>, prefix: string): readonly SchemaField[] {
  return Object.entries(shape).flatMap(([member, schema]) => {
    const inner = bare(schema as AnySchema);
    const name = `${prefix}${member}`;
    if (inner._zod.def.type === "object") return schemaFields(inner._zod.def.shape, `${name}.`);
    return [{ name, label: member, hint: hintOf(schema, inner), ...kindOf(inner) }];
  });
}

const bare = (schema: AnySchema): AnySchema => {
  const { def } = schema._zod;
  return def.type === "optional" || def.type === "default" ? bare(def.innerType as AnySchema) : schema;
};

const hintOf = (...schemas: readonly z.core.$ZodType[]): string | undefined =>
  schemas.map((schema) => z.globalRegistry.get(schema)?.description).find((found) => found !== undefined);

function kindOf(schema: AnySchema): Pick<SchemaField, "type" | "options"> {
  const { def } = schema._zod;
  switch (def.type) {
    case "enum":
      return { type: undefined, options: Object.values(def.entries).map(String) };
    case "boolean":
      return { type: "json", options: ["true", "false"] };
    case "literal":
      return def.values[0] === true
        ? { type: "flag", options: undefined }
        : { type: undefined, options: def.values.map(String) };
    case "number":
      return { type: "number", options: undefined };
    case "pipe":
      return kindOf(def.in as AnySchema);
    case "union":
      return {
        type: def.options.some((one) => bare(one as AnySchema)._zod.def.type === "object") ? "json" : undefined,
        options: undefined,
      };
    default:
      return { type: undefined, options: undefined };
  }
}

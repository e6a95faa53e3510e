/** What is read of JSON Schema. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

/** A member of an object, at whatever depth: `lineItems[i].quantity`. */
export interface Member {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** Every member, each object before its own members; of alternatives: all that any of them has. */
export function membersOf(schema: JsonSchema, prefix = ""): readonly Member[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    return [{ name, schema: inner, isRequired: schema.required?.includes(key) === true }, ...membersOf(inner, name)];
  });
  const inItems = schema.items ? membersOf(schema.items, `${prefix}[i]`) : [];
  return [...own, ...inItems, ...(schema.anyOf ?? schema.oneOf ?? []).flatMap((one) => membersOf(one, prefix))];
}

const code = (value: unknown): string => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;

/** What a member takes: "text, at most 64 characters". */
export function valuesOf(schema: JsonSchema): string {
  const options = (schema.anyOf ?? [schema]).map(kindOf).filter((kind) => kind !== "");
  const text = [...new Set(options)].join(", or ") || "object";
  return schema.default === undefined ? text : `${text}; ${code(schema.default)} when left out`;
}

function kindOf(schema: JsonSchema): string {
  if (schema.enum) return [...new Set(schema.enum.map(code))].join(", ");
  if (schema.const !== undefined) return code(schema.const);
  if (schema.format === "date-time") return "instant";
  if (schema.anyOf) return valuesOf(schema);
  const bounds = [
    schema.minimum !== undefined && schema.minimum > -1e15 ? `from ${schema.minimum}` : "",
    schema.exclusiveMinimum !== undefined ? `above ${schema.exclusiveMinimum}` : "",
    schema.maximum !== undefined && schema.maximum < 1e15 ? `up to ${schema.maximum}` : "",
    schema.maxLength !== undefined ? `at most ${schema.maxLength} characters` : "",
    schema.maxItems !== undefined ? `at most ${schema.maxItems}` : "",
  ].filter((bound) => bound !== "");
  return [nameOf(schema), ...bounds].filter((part) => part !== "").join(", ");
}

function nameOf({ type, pattern, properties, items }: JsonSchema): string {
  if (type === "array" || items) return "list";
  if (type === "object" || properties) return "object";
  if (type === "boolean") return "true or false";
  if (type === "integer") return "whole number";
  if (type === "number") return "number";
  if (pattern?.includes("ms|s|m|h|d")) return "duration";
  return type === "string" ? "text" : "";
}

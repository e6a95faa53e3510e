/** The part of JSON Schema that lists an object's members. */
export interface SchemaNode {
  readonly const?: unknown;
  readonly type?: string;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  /** The form of a record's members. */
  readonly additionalProperties?: SchemaNode | boolean;
  /** The names that a record's members may have. */
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  /** Set if no value is right. */
  readonly not?: object;
}

/** The members that an object may have at a path. */
export function membersAt(schema: SchemaNode, path: readonly PropertyKey[], value: unknown): readonly string[] {
  const namesOf = ({ properties = {}, propertyNames }: SchemaNode) => [
    ...Object.keys(properties).filter((name) => properties[name]!.not === undefined),
    ...(propertyNames?.enum ?? []),
  ];
  return [...new Set(nodesAt(schema, path, value).flatMap(namesOf))];
}

/** The schemas of the member at a path, and their alternatives. */
export function nodesAt(schema: SchemaNode, path: readonly PropertyKey[], value: unknown): readonly SchemaNode[] {
  let nodes = flatten(schema, value);
  path.forEach((step, i) => {
    const inside = valueAt(value, path.slice(0, i + 1));
    nodes = nodes
      .map((node) =>
        typeof step === "number" ? node.items : (node.properties?.[String(step)] ?? node.additionalProperties),
      )
      .flatMap((node) => (typeof node === "object" ? flatten(node, inside) : []));
  });
  return nodes;
}

/** A schema and its alternatives, without those that a member of the value rules out, such as `for`. */
const flatten = (node: SchemaNode, value: unknown): readonly SchemaNode[] =>
  Object.entries(node.properties ?? {}).some(
    ([name, { const: only }]) => only !== undefined && ![undefined, only].includes(valueAt(value, [name])),
  )
    ? []
    : [
        node,
        ...[...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])].flatMap((one) => flatten(one, value)),
      ];

export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[step];
  }
  return at;
}

import { describe, expect, it } from "vitest";
import { scenarioEditorSchema } from "../../../../src/core/scenario/document/editor-schema.js";

interface Node {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
}

/** Each property of the schema, by its path. */
function propertiesOf(node: unknown, path = ""): readonly (readonly [path: string, name: string, node: Node])[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((one, i) => propertiesOf(one, `${path}/${i}`));
  return Object.entries(node).flatMap(([key, inner]) =>
    key === "properties"
      ? Object.entries(inner as NonNullable<Node["properties"]>).flatMap(([name, property]) => [
          [`${path}/${name}`, name, property] as const,
          ...propertiesOf(property, `${path}/${name}`),
        ])
      : propertiesOf(inner, `${path}/${key}`),
  );
}

const properties = propertiesOf(scenarioEditorSchema());
const words = (text: string): string => text.toLowerCase().replace(/[^a-z]|^(the|an?) /g, "");

describe("the scenario schema for editors", () => {
  it("describes every property", () => {
    expect(properties.length).toBeGreaterThan(100);
    expect(properties.filter(([, , { description = "" }]) => description === "").map(([path]) => path)).toEqual([]);
  });

  it("describes none by its own name alone", () => {
    const repeated = properties.filter(([, name, { description = "" }]) => words(description) === words(name));
    expect(repeated.map(([path]) => path)).toEqual([]);
  });
});

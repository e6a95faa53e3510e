// The members of a scenario file, from its JSON Schema.
import { scenarioJsonSchema } from "../../src/core/scenario/document/document.js";
import { type JsonSchema, type Member, membersOf, valuesOf } from "./json-schema.js";
import { table } from "./tables.js";

/** The parts of a file, each with what its members begin with. */
const parts: readonly (readonly [string, RegExp])[] = [
  ["The document", /^[^.[]+$/],
  ["given", /^given\./],
  ["A rule", /^rules\[i\]\.(?!when\.|then\.)/],
  ["A rule's when", /^rules\[i\]\.when\./],
  ["A rule's then", /^rules\[i\]\.then\./],
  ["expect", /^expect\[i\]\./],
];

/** Every member but the ids of assumptions, which have a page of their own. */
export function scenarioMembersOf(): readonly Member[] {
  const seen = new Set<string>();
  return membersOf(scenarioJsonSchema() as JsonSchema).filter(({ name }) => {
    if (name.startsWith("assume.") || seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

/** A table for each part. */
export function scenarioMembers(): string {
  const members = scenarioMembersOf();
  return parts
    .map(([title, pattern]) => {
      const rows = members
        .filter(({ name }) => pattern.test(name))
        .map(({ name, schema, isRequired }) => [
          `\`${name.replaceAll("[i]", "[]")}\`${isRequired ? " *" : ""}`,
          valuesOf(schema),
          schema.description ?? "–",
        ]);
      return `### ${title}\n\n${table(["member", "values", "what it says"], rows)}`;
    })
    .join("\n\n");
}

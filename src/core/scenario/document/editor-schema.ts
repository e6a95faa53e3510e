import { ofTesters, operations } from "../values/operations.js";
import { type Outcome, outcomeNames, outcomes } from "../values/outcomes.js";
import { scenarioJsonSchema } from "./document.js";

// The rules that a check by code knows and zod can't put in a JSON Schema, so that editors refuse what `validate` refuses.
// Written with `if` and `then`, because not every editor knows `dependentRequired`.

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema, whose places are known.
type Node = any;

/** The content of scenario.schema.json. */
export function scenarioEditorSchema(): object {
  const schema: Node = structuredClone(scenarioJsonSchema());
  const rule = schema.properties.rules.items;
  const clause = schema.properties.expect.items;
  const then = rule.properties.then;
  then.allOf = [needs("fault", "placed"), needs("placed", "fault"), needs("copies", "fault")];
  then.minProperties = 1;
  then.properties.outcome = anyOutcome(then.properties.outcome);
  Object.assign(clause, { minProperties: 1, maxProperties: 1 });
  clause.properties.order.anyOf = [{ required: ["merchantReference"] }, { required: ["orderId"] }];
  for (const { properties } of [rule.properties.when, clause.properties.calls])
    properties.operation = namedOperation(properties.operation);
  return schema;
}

const needs = (member: string, other: string) => ({ if: { required: [member] }, then: { required: [other] } });

/** A known name, or a text with `*`: whether that fits any operation is left to `validate`. */
const namedOperation = ({ type: _, examples: __, ...rest }: Node): Node => ({
  ...rest,
  anyOf: [{ enum: [...operations, ...ofTesters] }, { type: "string", pattern: "^[^/].*\\*|^\\*" }],
});

/** One list of names: editors offer only the first two parts of a union, and show only the part that the value fits. */
function anyOutcome({ anyOf }: Node): Node {
  const named = (kind: Outcome["kind"]) =>
    outcomes
      .filter((outcome) => outcome.kind === kind)
      .map(({ name }) => name)
      .join(", ");
  return {
    description: `approve; a decline: ${named("decline")}; a refusal: ${named("refusal")}; or {responseCode, message}`,
    anyOf: [{ enum: outcomeNames }, anyOf.find(({ type }: Node) => type === "object")],
  };
}

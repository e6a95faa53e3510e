import * as z from "zod";
import { type Scenario, scenarioSchema } from "../rule/rule.js";
import { scenarioSizeProblem } from "../values/limits.js";
import { findings, type LintFinding } from "./lint.js";
import { byPlace, type Problem, type Problems, readDocument, type Where } from "./positions.js";

export { formatProblem, type Problem } from "./positions.js";

export type ReadResult =
  | {
      readonly scenario: Scenario;
      readonly warnings: readonly Problem[];
      /** The line of each rule, in order. */
      readonly ruleLines: readonly number[];
      /** The line of each clause of `expect`, in order. */
      readonly expectLines: readonly number[];
      /** Where the tokens and orders of `given` stand, in order. Undefined without `given`. */
      readonly givenPlaces: { readonly tokens: readonly Where[]; readonly orders: readonly Where[] } | undefined;
    }
  | { readonly problems: Problems };

/**
 * Reads a scenario from YAML or JSON. Await `loadRegexesFor(text)` first, because texts with a regex need the engine.
 */
export function readScenario(text: string, file: string): ReadResult {
  const tooLarge = scenarioSizeProblem(Buffer.byteLength(text));
  if (tooLarge) return { problems: [{ file, line: 1, column: 1, ...tooLarge }] };
  const read = readDocument(
    { text, file, atLeast: "a scenario: at least its name" },
    scenarioSchema,
    scenarioJsonSchema,
  );
  if ("problems" in read) return read;
  const { value: scenario, place } = read;
  const { given } = scenario;
  const placesOf = (member: "tokens" | "orders") => (given?.[member] ?? []).map((_, i) => place(["given", member, i]));
  return {
    scenario,
    warnings: findings(scenario)
      .map(({ path, ...rest }: LintFinding): Problem => ({ ...place(path), ...rest }))
      .sort(byPlace),
    ruleLines: scenario.rules.map((_, i) => place(["rules", i]).line),
    expectLines: scenario.expect.map((_, i) => place(["expect", i]).line),
    givenPlaces: given && { tokens: placesOf("tokens"), orders: placesOf("orders") },
  };
}

let jsonSchema: object | undefined;

/** The JSON Schema for editors. Built once. */
export function scenarioJsonSchema(): object {
  jsonSchema ??= z.toJSONSchema(scenarioSchema, { io: "input" });
  return jsonSchema;
}

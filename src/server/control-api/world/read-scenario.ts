import { findings, type Warning, warningOf } from "../../../core/scenario/document/lint.js";
import { scenarioSchema } from "../../../core/scenario/rule/rule.js";
import { sentence } from "../../../core/scenario/values/issues.js";
import type { ReadScenario } from "../../../lane/rules/read-scenario.js";
import { type ControlRefusal, readJson, refuse } from "../http/errors.js";

/** A scenario document, as received. */
export interface ScenarioText {
  readonly text: string;
  readonly isYaml: boolean;
  /** The file that it was read from, if the caller named it. */
  readonly file?: string | undefined;
}

/** A parsed document. */
export interface FoundScenario extends ReadScenario {
  readonly found: readonly Warning[];
}

/** A scenario, or the document's faults. Await `loadRegexesFor` first. */
export async function readScenarioText(document: ScenarioText): Promise<FoundScenario | ControlRefusal> {
  return document.isYaml ? fromYaml(document) : fromJson(document.text);
}

function fromJson(text: string): FoundScenario | ControlRefusal {
  const whole = readJson(text, scenarioSchema, Number.POSITIVE_INFINITY);
  if ("refusal" in whole) return whole;
  return { scenario: whole.value, found: findings(whole.value).map(warningOf) };
}

/** YAML is accepted because files are YAML: `curl --data-binary @file` works. */
async function fromYaml({ text, file }: ScenarioText): Promise<FoundScenario | ControlRefusal> {
  // Loaded on demand, because the YAML parser is large.
  const { formatProblem, readScenario } = await import("../../../core/scenario/document/document.js");
  const read = readScenario(text, file ?? "body");
  if ("problems" in read) {
    const message = read.problems.map(formatProblem).join("\n");
    return refuse(400, "invalid-scenario", message, "correct the document");
  }
  const found = read.warnings.map(({ line, column, ...described }) => ({
    where: `${line}:${column}`,
    message: sentence(described),
  }));
  const { scenario, ruleLines, expectLines } = read;
  return { scenario, file, ruleLines, expectLines, found };
}

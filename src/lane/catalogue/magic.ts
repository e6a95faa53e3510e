import { instant } from "../../core/domain/money.js";
import { type CompiledRule, compileRule } from "../../core/scenario/matching/choose.js";
import { packageText } from "../../package/files.js";
import { lateLoad } from "../../package/late-load.js";

/** The rules of the magic amounts, loaded when the first such amount occurs. All lanes share them. */
export const loadMagic: () => Promise<readonly CompiledRule[]> = lateLoad("the magic amounts", read);

async function read(): Promise<readonly CompiledRule[]> {
  const file = "scenarios/magic.scenario.yaml";
  const { readScenario } = await import("../../core/scenario/document/document.js");
  const result = readScenario(packageText(file), file);
  if ("problems" in result) throw new Error(`expected ${file} to be valid, found: ${result.problems[0].what}`);
  const { scenario, ruleLines } = result;
  return scenario.rules.map((rule, i) =>
    compileRule(rule, {
      id: `magic#${i + 1}`,
      origin: "magic",
      scenario: scenario.name,
      file,
      line: ruleLines[i],
      since: instant(0),
    }),
  );
}

import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "@commander-js/extra-typings";
import { plural } from "../../../core/scenario/values/plural.js";
import {
  type CheckedScenario,
  isScenarioFile,
  readScenarioFile,
  scenarioPath,
} from "../../../lane/catalogue/scenario-files.js";
import { silentLog } from "../../../lane/ports/log.js";
import { InvalidInput } from "../../../package/errors.js";
import { chosenByEnvironment } from "../../../server/options/environment.js";

const MORE = `
Without files: all *.scenario.{yaml,yml,json} below the working folder, except in node_modules and hidden folders.
Warnings report valid members without effect: rules that can never fire, expectations of unknown rules.

Examples:
  payment-sandbox validate
  payment-sandbox validate tests/*.scenario.yaml --strict

Exit codes: 0 valid, 2 invalid, as file:line:column: problem, expected (with --strict: warnings too)`;

export function addValidate(program: Command): void {
  program
    .command("validate")
    .description("check scenario files")
    .argument("[files...]", "scenario files, or names of built-in scenarios")
    .option("--strict", "treat warnings as errors")
    .addHelpText("after", MORE)
    .action(async (files, flags) => {
      const { strict } = { ...chosenByEnvironment(process.env), ...flags };
      const paths = files.length > 0 ? await Promise.all(files.map(pathOf)) : scenariosBelow(".");
      if (paths.length === 0) throw new InvalidInput("no *.scenario.{yaml,yml,json} in the working folder or below");
      const { faults, warnings } = await check(paths);
      for (const warning of warnings) process.stderr.write(`${warning.replace(PLACE, "$1warning: ")}\n`);
      if (faults.length > 0) throw new InvalidInput(faults);
      if (strict && warnings.length > 0)
        throw new InvalidInput(`${plural(warnings.length, "warning")} (--strict treats them as errors)`);
      const tail = warnings.length === 0 ? "" : `, ${plural(warnings.length, "warning")}`;
      process.stdout.write(`${plural(paths.length, "file")} valid${tail}\n`);
    });
}

const PLACE = /^(.+?:\d+:\d+: )/;

async function check(paths: readonly string[]): Promise<{ faults: readonly string[]; warnings: readonly string[] }> {
  const faults: string[] = [];
  const warnings: string[] = [];
  for (const path of paths) {
    try {
      const scenario = await readScenarioFile(path);
      warnings.push(...scenario.warnings);
      await tryGiven(scenario);
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      faults.push(...error.lines);
    }
  }
  return { faults, warnings };
}

/** Only a lane shows that the state of `given` contradicts itself. */
async function tryGiven(scenario: CheckedScenario): Promise<void> {
  if (!scenario.scenario.given) return;
  const [{ startServer }, { defaultSettings }] = await Promise.all([
    import("../../../server/server.js"),
    import("../../../server/options/settings.js"),
  ]);
  const server = await startServer({ ...defaultSettings, port: 0, scenarios: [scenario] }, silentLog);
  await server.stop();
}

function pathOf(file: string): Promise<string> {
  const isPattern = file.includes("*");
  const all = `payment-sandbox validate ${file.replace(/\/*$/, "")}/*.yaml`;
  return scenarioPath(file, process.cwd(), isPattern ? "or leave the quotes out" : `such as ${all}`);
}

function scenariosBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules" && !name.startsWith("."))
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return scenariosBelow(path);
      return entry.isFile() && isScenarioFile(entry.name) ? [path] : [];
    });
}

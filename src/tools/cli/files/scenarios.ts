import { existsSync, readFileSync } from "node:fs";
import type { Command } from "@commander-js/extra-typings";
import { sentence } from "../../../core/scenario/values/issues.js";
import { outcomes } from "../../../core/scenario/values/outcomes.js";
import {
  cataloguePath,
  meantScenario,
  readScenarioFile,
  shippedScenarioNames,
} from "../../../lane/catalogue/scenario-files.js";
import { InvalidInput } from "../../../package/errors.js";
import { typed } from "../../../package/typed.js";
import { writeNamed } from "../../../package/writing.js";
import { schemaLine } from "./schema-line.js";

const MORE = `
Examples:
  payment-sandbox scenarios                           all built-in scenarios
  payment-sandbox scenarios refund-short-of-balance   one of its files
  payment-sandbox scenarios --outcomes                outcomes that a rule can force
  payment-sandbox scenarios --init                    writes first.scenario.yaml

Exit codes: 0 fine, 2 usage, an unknown name, or the output file already exists`;

export function addScenarios(program: Command): void {
  program
    .command("scenarios")
    .description("list the built-in scenarios, print one, or write a first one of your own")
    .argument("[name]", "a built-in scenario to print")
    .option("--outcomes", "list the outcomes that a rule can force")
    .option("--init [file]", "write a first scenario file (default: first.scenario.yaml)")
    .option("--json", "as JSON")
    .addHelpText("after", MORE)
    .action(async (name, { outcomes: isOutcomes, init, json }) => {
      const text =
        init !== undefined
          ? writeFirst(init === true ? "first.scenario.yaml" : init)
          : isOutcomes
            ? outcomesText(json)
            : name === undefined
              ? await catalogueText(json)
              : await printed(name);
      process.stdout.write(text);
    });
}

async function printed(name: string): Promise<string> {
  const names = shippedScenarioNames();
  if (names.includes(name)) return readFileSync(cataloguePath(name), "utf8");
  const didYouMean = await meantScenario(name);
  const what = `no built-in scenario ${JSON.stringify(name)}`;
  throw new InvalidInput(
    didYouMean === undefined ? `${what}; ${typed()} scenarios lists the names` : sentence({ what, didYouMean }),
  );
}

async function catalogueText(json: true | undefined): Promise<string> {
  const read = await Promise.all(shippedScenarioNames().map((name) => readScenarioFile(cataloguePath(name))));
  const stories = read.map(({ scenario: { name, description = "" } }) => ({ name, description: description.trim() }));
  if (json) return `${JSON.stringify({ scenarios: stories }, null, 2)}\n`;
  return stories.map(({ name, description }) => `${name}\n    ${description.replaceAll("\n", "\n    ")}\n`).join("");
}

function outcomesText(json: true | undefined): string {
  if (json) return `${JSON.stringify({ outcomes }, null, 2)}\n`;
  const lines = outcomes.map(
    ({ name, kind, code, message }) => `  ${name.padEnd(32)} ${kind.padEnd(8)} ${code}  ${message}`,
  );
  const effects = [...new Map(outcomes.map(({ kind, effect }) => [kind, effect]))];
  return `${lines.join("\n")}\n\n${effects.map(([kind, effect]) => `${kind}: ${effect}`).join("\n")}\n`;
}

function writeFirst(file: string): string {
  if (existsSync(file)) throw new InvalidInput(`${file} already exists: choose another file with --init <file>`);
  writeNamed(file, `# ${schemaLine(file)}\n${FIRST}`, "--init");
  return `wrote ${file}; try it: ${typed()} exec --scenario ${file} -- <the command of your tests>, or start --scenario ${file} --watch\n`;
}

const FIRST = `\
name: first
description: The first refund fails for lack of unsettled balance; the second goes through.
seed: 1
rules:
  - name: balance is short once
    when: { operation: hosted-checkout/refund }
    times: 1
    then: { outcome: insufficient-unsettled-balance }
expect:
  - rule: { name: balance is short once, fired: 1 }
`;

import type { Command } from "commander";
import { optionRows } from "../../config/options.js";
import { addTargetOptions, type ClientOptions } from "../client/client.js";
import { type CheckResult, findings } from "../client/doctor.js";
import { addServerOptions, chosenByFlags } from "../options/server-options.js";

const MORE = `
Checks Node.js, better-sqlite3, the config file, the port, IPv6, the data folder, and a running sandbox. It reads the
port, the data folder and the config file the way start does.

Examples:
  payment-sandbox doctor
  payment-sandbox doctor --data-dir ./data --port 8080 --json

Exit codes: 0 no problem, 1 a problem, 2 usage, 5 the books of the running sandbox do not balance`;

/** The options of `start` that it checks. */
const checked = optionRows.filter(({ name }) => name === "port" || name === "dataDir" || name === "config");

const SIGNS = { ok: "ok   ", note: "note ", wrong: "WRONG" } as const;

export function doctorCommand(program: Command): void {
  const command = program
    .command("doctor")
    .description("check for problems that keep a sandbox from starting or working");
  addTargetOptions(addServerOptions(command, checked))
    .option("--json", "as JSON")
    .addHelpText("after", MORE)
    .action(async ({ json, ...target }: ClientOptions & { json?: true }) => {
      const found = await findings(chosenByFlags(command), target);
      process.stdout.write(json ? `${JSON.stringify({ findings: found }, null, 2)}\n` : found.map(lineOf).join(""));
      process.exitCode = exitCodeOf(found);
    });
}

const lineOf = ({ state, about, text, fix }: CheckResult): string =>
  `${SIGNS[state]} ${about.padEnd(15)} ${text}${fix === undefined ? "" : `\n${" ".repeat(22)}→ ${fix}`}\n`;

function exitCodeOf(found: readonly CheckResult[]): number {
  if (found.some(({ state, about }) => state === "wrong" && about === "invariants")) return 5;
  return found.some(({ state }) => state === "wrong") ? 1 : 0;
}

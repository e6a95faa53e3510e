import type { Command } from "commander";
import { whole } from "../../config/readers.js";
import { InvalidInput } from "../../package/errors.js";
import { addTargetOptions, type TargetOptions } from "../client.js";
import { type Finding, findings, type Look } from "../doctor.js";

const MORE = `
Looks at Node.js, better-sqlite3, the config file, the port, IPv6, the data folder, and a sandbox that runs.

Examples:
  payment-sandbox doctor
  payment-sandbox doctor --data-dir ./data --port 8080 --json

Exit codes: 0 nothing is wrong, 1 something is, 2 usage, 5 the books of the running sandbox do not balance`;

const SIGNS = { ok: "ok   ", note: "note ", wrong: "WRONG" } as const;

export function doctorCommand(program: Command): void {
  const command = program
    .command("doctor")
    .description("look for what keeps a sandbox from starting or working")
    .option("-p, --port <n>", "the port that start would take", port)
    .option("--data-dir <dir>", "the data folder that start would use")
    .option("--config <file>", "the config file that start would read")
    .option("--json", "as JSON");
  addTargetOptions(command)
    .addHelpText("after", MORE)
    .action(async ({ json, ...look }: TargetOptions & Look & { json?: true }) => {
      const found = await findings(look);
      process.stdout.write(json ? `${JSON.stringify({ findings: found }, null, 2)}\n` : found.map(lineOf).join(""));
      process.exitCode = exitCodeOf(found);
    });
}

function port(text: string): number {
  try {
    return whole(0, 65_535)(text);
  } catch (error) {
    throw new InvalidInput(`--port: ${(error as Error).message}`);
  }
}

const lineOf = ({ state, about, told, fix }: Finding): string =>
  `${SIGNS[state]} ${about.padEnd(15)} ${told}${fix === undefined ? "" : `\n${" ".repeat(22)}→ ${fix}`}\n`;

function exitCodeOf(found: readonly Finding[]): number {
  if (found.some(({ state, about }) => state === "wrong" && about === "invariants")) return 5;
  return found.some(({ state }) => state === "wrong") ? 1 : 0;
}

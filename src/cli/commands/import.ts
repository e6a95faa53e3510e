import { existsSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { Command } from "commander";
import { InvalidInput } from "../../package/errors.js";

const MORE = `
Makes a scenario file of an incident: what was there before as given, the odd answers as rules, expectations left open.

Examples:
  payment-sandbox import run.jsonl > incident.scenario.yaml
  payment-sandbox import browser.har --out incident.scenario.yaml

Exit codes: 0 made, 2 usage, an invalid file, or the file to write is there already`;

export function importCommand(program: Command): void {
  program
    .command("import")
    .description("make a scenario file of a recording or an HTTP archive")
    .argument("<file>", "what record wrote (.jsonl), or an HTTP archive (.har)")
    .option("--out <file>", "write it there instead of to stdout")
    .addHelpText("after", MORE)
    .action(async (file: string, { out }: { out?: string }) => {
      if (out !== undefined && existsSync(out)) throw new InvalidInput(`${out} is there already: name another file`);
      const [{ readRecording }, { paymentCalls, scenarioText }] = await Promise.all([
        import("../../trust/read-recording.js"),
        import("../../trust/import/import.js"),
      ]);
      const recorded = readRecording(file);
      if (paymentCalls(recorded).length === 0)
        throw new InvalidInput(`${file} holds no call of the payment API: there is nothing to import`);
      const text = scenarioText(recorded, { name: basename(file).replace(/\.\w+$/, "") });
      if (out === undefined) process.stdout.write(text);
      else write(out, text);
    });
}

function write(out: string, text: string): void {
  try {
    writeFileSync(out, text);
  } catch (error) {
    throw new InvalidInput(`--out: ${(error as Error).message}`);
  }
}

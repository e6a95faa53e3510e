import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Command } from "@commander-js/extra-typings";
import { plural } from "../../../core/scenario/values/plural.js";
import { InvalidInput } from "../../../package/errors.js";
import { quoted, typed } from "../../../package/typed.js";
import { writeNamed } from "../../../package/writing.js";
import { schemaLine } from "../files/schema-line.js";
import { archiveBaseOption } from "../value-options.js";

const MORE = `
Turns an incident into a scenario file: earlier state as given, odd answers and the shopper's actions as rules, the last
state of each order as an expectation, in a comment. If a call has no answer, later calls show whether it was carried out. Refusals that the sandbox gives by
itself need no rule. If the service accepted a call that the sandbox refuses, its choices stand in assume.

Examples:
  payment-sandbox import run.jsonl > incident.scenario.yaml
  payment-sandbox import proxy.har --out incident.scenario.yaml
  payment-sandbox import proxy.har --base https://pay.example/gateway/v2
  curl -s "$PAYMENT_SANDBOX_URL/_sandbox/requests?bodies=true" > calls.json && payment-sandbox import calls.json

An archive has to hold the shop's own signed calls, as a proxy before the service writes it: a browser's has only pages. See record.

Exit codes: 0 written, 2 usage, an invalid file, or the output file already exists`;

export function addImport(program: Command): void {
  program
    .command("import")
    .description("make a scenario file of a recording, an HTTP archive or a lane's calls")
    .argument("<file>", "a recording (.jsonl), an HTTP archive (.har), or a lane's calls (.json)")
    .option("--out <file>", "write it there instead of to stdout")
    .addOption(archiveBaseOption())
    .addHelpText("after", MORE)
    .action(async (file, { out, base }) => {
      if (out !== undefined && existsSync(out)) throw new InvalidInput(`${out} already exists: choose another file`);
      const [
        { readRecording },
        { callsOnly, logCallsOf },
        { otherwiseText, scenarioText },
        { ownAnswers },
        { optionsUnderConfig },
      ] = await Promise.all([
        import("../../trust/recording/read-log.js"),
        import("../../trust/recording/log-call.js"),
        import("../../trust/import/import.js"),
        import("../../trust/import/own-answers.js"),
        import("./options-under-config.js"),
      ]);
      const recorded = readRecording(file, base);
      const calls = callsOnly(logCallsOf(recorded, { keepsUnread: true })).length;
      if (calls === 0) {
        const browser = ". A browser's archive has only pages: record the shop's own calls (payment-sandbox record)";
        const told = file.endsWith(".har") ? browser : "";
        throw new InvalidInput(`${file} holds no call of the payment API: there is nothing to import${told}`);
      }
      const own = await ownAnswers(recorded, await optionsUnderConfig());
      if (own.otherwise.size > 0) {
        const command = [typed(), "compare", quoted(file), ...(base === undefined ? [] : ["--base", quoted(base)])];
        process.stderr.write(`warning: ${otherwiseText(recorded, own)}.\nnext: ${command.join(" ")}\n`);
      }
      // Text on stdout is most likely kept in the working folder.
      const schema = schemaLine(out ?? "stdout");
      const text = scenarioText(recorded, { name: basename(file).replace(/\.\w+$/, ""), own, schema });
      if (out === undefined) return void process.stdout.write(text);
      writeNamed(out, text, "--out");
      process.stdout.write(
        `wrote ${out}, made from ${plural(calls, "call")}\nnext: say in its expect what your program should end with, then: ${typed()} exec --scenario ${quoted(out)} -- <your test>\n`,
      );
    });
}

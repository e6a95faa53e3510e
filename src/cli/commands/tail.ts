import type { Command } from "commander";
import { addTargetOptions, type ClientOptions, targetOf } from "../client/client.js";
import { tail } from "../client/tail.js";

const MORE = `
Prints one line for each call, notification attempt and page action; "why" explains each. Times are this machine's.

Examples:
  payment-sandbox tail
  payment-sandbox tail --lane refunds
  payment-sandbox tail --json | jq -c 'select(.event == "request")'      also orders and clock changes

Exit codes: 0 the sandbox stopped, 1 it refused, 2 usage, 3 no sandbox answers, 130 stopped by Ctrl-C`;

export function tailCommand(program: Command): void {
  const command = program
    .command("tail")
    .description("follow the activity in a lane of a running sandbox")
    .option("--json", "one JSON object a line, with the events of GET /_sandbox/events");
  addTargetOptions(command)
    .addHelpText("after", MORE)
    .action(async ({ json, ...options }: ClientOptions & { json?: true }) => {
      const hasColour = process.stdout.isTTY === true && !process.env.NO_COLOR;
      const print = (line: string) => void process.stdout.write(`${line}\n`);
      await tail({ target: await targetOf(options), json: json === true, hasColour, print });
    });
}

import type { Command } from "commander";
import { InvalidInput } from "../../package/errors.js";
import { addTargetOptions, laneOf, type TargetOptions, urlOf } from "../client.js";
import { runWhy } from "../why.js";

const MORE = `
Examples:
  payment-sandbox why                        the latest call
  payment-sandbox why --last-refused         the latest call that was refused, declined or cut
  payment-sandbox why req-12                 the X-Sandbox-Request-Id of an answer
  payment-sandbox why 1000001 --lane refunds
  payment-sandbox why A-1                    the newest order of this merchantReference
  payment-sandbox why notification-7 --json

Exit codes: 0 told, 2 nothing found, 3 no sandbox answers`;

interface WhyFlags extends TargetOptions {
  readonly json?: true;
  readonly lastRefused?: true;
}

export function whyCommand(program: Command): void {
  const command = program
    .command("why")
    .description("say why a request, an order or a notification went as it did")
    .argument("[id]", "a request's id, an order's id or merchantReference, a notification's id; none: the latest call")
    .option("--last-refused", "the latest call that was refused, declined or cut")
    .option("--json", "as JSON");
  addTargetOptions(command)
    .addHelpText("after", MORE)
    .action(async (id: string | undefined, { json, lastRefused, adminToken, ...options }: WhyFlags) => {
      if (id !== undefined && lastRefused) throw new InvalidInput("give an id or --last-refused, not both");
      const target = { url: urlOf(options), lane: laneOf(options), adminToken };
      process.exitCode = await runWhy({ ...target, id, lastRefused, json });
    });
}

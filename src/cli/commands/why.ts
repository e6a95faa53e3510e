import type { Command } from "commander";
import { InvalidInput } from "../../package/errors.js";
import { addTargetOptions, type ClientOptions, laneOf, urlOf } from "../client/client.js";
import { runWhy } from "../client/why.js";

const MORE = `
Examples:
  payment-sandbox why                        the latest call
  payment-sandbox why --last-refused         the latest call that was refused, declined or dropped
  payment-sandbox why req-12                 the X-Sandbox-Request-Id of an answer
  payment-sandbox why 1000001 --lane refunds
  payment-sandbox why A-1                    the newest order of this merchantReference
  payment-sandbox why notification-7 --json

Exit codes: 0 explained, 2 nothing found, 3 no sandbox answers`;

interface WhyFlags extends ClientOptions {
  readonly json?: true;
  readonly lastRefused?: true;
}

export function whyCommand(program: Command): void {
  const command = program
    .command("why")
    .description("explain the result of a request, an order or a notification")
    .argument("[id]", "id of a request, order or notification, or a merchantReference; default: the latest call")
    .option("--last-refused", "the latest call that was refused, declined or dropped")
    .option("--json", "as JSON");
  addTargetOptions(command)
    .addHelpText("after", MORE)
    .action(async (id: string | undefined, { json, lastRefused, adminToken, ...options }: WhyFlags) => {
      if (id !== undefined && lastRefused) throw new InvalidInput("give an id or --last-refused, not both");
      const target = { url: await urlOf(options), lane: laneOf(options), adminToken };
      process.exitCode = await runWhy({ ...target, id, lastRefused, json });
    });
}

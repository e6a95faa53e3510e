import type { Command } from "commander";
import { addTargetOptions, laneOf, type TargetOptions, urlOf } from "../client.js";
import { runWhy } from "../why.js";

const MORE = `
Examples:
  payment-sandbox why req-12                 the X-Sandbox-Request-Id of an answer
  payment-sandbox why 1000001 --lane refunds
  payment-sandbox why A-1                    the newest order of this merchantReference
  payment-sandbox why notification-7 --json

Exit codes: 0 told, 2 nothing found, 3 no sandbox answers`;

export function whyCommand(program: Command): void {
  const command = program
    .command("why")
    .description("say why a request, an order or a notification went as it did")
    .argument("<id>", "a request's id, an order's id or merchantReference, a notification's id")
    .option("--json", "as JSON");
  addTargetOptions(command)
    .addHelpText("after", MORE)
    .action(async (id: string, { json, adminToken, ...options }: TargetOptions & { json?: true }) => {
      process.exitCode = await runWhy({ url: urlOf(options), lane: laneOf(options), id, json, adminToken });
    });
}

import type { Command } from "@commander-js/extra-typings";
import { explanationText, ticketText } from "../../../lane/explain/why-text.js";
import { InvalidInput } from "../../../package/errors.js";
import { printable } from "../../../package/printable.js";
import { ControlRefusal, Unreachable } from "../../library/control-client.js";
import { findWhy, type WhyQuestion } from "../../library/why.js";
import { addTargetOptions, controlTarget } from "./client.js";
import { type ClientTarget, withCommands } from "./command-names.js";
import { targetOf } from "./pay.js";

const MORE = `
Examples:
  payment-sandbox why                        the latest call
  payment-sandbox why --last-refused         the latest call that was refused, declined or cut
  payment-sandbox why req-12                 the X-Sandbox-Request-Id of an answer
  payment-sandbox why 1000001 --lane refunds
  payment-sandbox why A-1                    the newest order of this merchantReference
  payment-sandbox why notification-7 --json
  payment-sandbox why 4bf92f3577b34da6a3ce929d0e0e4736   the newest call of this trace
  payment-sandbox why A-1 --paste            one block for a ticket

Exit codes: 0 explained, 1 it refused, 2 nothing found, 3 no sandbox answers`;

export function addWhy(program: Command): void {
  const command = program
    .command("why")
    .description("explain the result of a request, an order or a notification")
    .argument(
      "[id]",
      "id of a request, order, notification or trace, a merchantReference or checkoutUrl; default: the latest call",
    )
    .option("--last-refused", "the latest call that was refused, declined or cut")
    .option("--json", "as JSON")
    .option("--paste", "as one block for a ticket: with the request and the answer, without colours");
  addTargetOptions(command)
    .addHelpText("after", MORE)
    .action(async (id, { json, paste, lastRefused, ...options }) => {
      if (id !== undefined && lastRefused) throw new InvalidInput("give an id or --last-refused, not both");
      if (json && paste) throw new InvalidInput("give --json or --paste, not both");
      const isAddress = id !== undefined && /^https?:\/\//.test(id);
      const target = isAddress ? await targetOf(id, options) : await controlTarget(options);
      process.exitCode = await explain(target, { id, lastRefused, json, paste });
    });
}

const terminal = {
  print: (text: string): void => void process.stdout.write(printable(text)),
  complain: (text: string): void => void process.stderr.write(text),
};

/** Prints the explanation. Resolves with the exit code: 0, 1 (refused), 2 (nothing found) or 3 (no sandbox). */
export async function explain(
  target: ClientTarget,
  {
    json,
    paste,
    ...question
  }: WhyQuestion & { readonly json?: boolean | undefined; readonly paste?: boolean | undefined },
  { print, complain } = terminal,
): Promise<number> {
  try {
    const why = await findWhy(target, question);
    if (typeof why === "string") {
      complain(`${why}\n`);
      return 2;
    }
    const text = () => withCommands(paste ? ticketText(why) : explanationText(why), target);
    print(json ? `${JSON.stringify(why, null, 2)}\n` : text());
    return 0;
  } catch (error) {
    const { message } = error as Error;
    const isRefused = error instanceof ControlRefusal;
    const other = target.isNamed ? "leave --url out" : "name it with --url";
    const hint = error instanceof Unreachable && error.fix === undefined ? `: start it, or ${other}` : "";
    complain(`${isRefused ? withCommands(message, target) : message}${hint}\n`);
    return isRefused ? 1 : 3;
  }
}

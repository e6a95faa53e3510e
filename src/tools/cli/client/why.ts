import type { Command } from "@commander-js/extra-typings";
import { explanationText, ticketText } from "../../../lane/explain/why-text.js";
import { InvalidInput } from "../../../package/errors.js";
import { printable } from "../../../package/printable.js";
import { findWhy, type WhyQuestion } from "../../library/why.js";
import { addTargetOptions, controlTarget, failed } from "./client.js";
import { type ClientTarget, withCommands } from "./command-names.js";
import { pageFound } from "./pay.js";

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

Exit codes: 0 explained, or no call was refused (--last-refused), 1 it refused, 2 nothing found, 3 no sandbox answers`;

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
      const asked = isAddress ? await pageFound(id, options) : { target: await controlTarget(options), id };
      process.stdout.write(printable(await whyText(asked.target, { id: asked.id, lastRefused, json, paste })));
    });
}

interface WhyOptions extends WhyQuestion {
  readonly json?: boolean | undefined;
  readonly paste?: boolean | undefined;
}

const toStderr = (text: string): void => void process.stderr.write(`payment-sandbox: ${printable(text)}\n`);

/** The explanation. Empty, and a remark, if no call was refused. Throws InvalidInput if there is nothing of the kind. */
export async function whyText(
  target: ClientTarget,
  { json, paste, ...question }: WhyOptions,
  remark: (text: string) => void = toStderr,
): Promise<string> {
  const why = await findWhy(target, question).catch((error) => failed(error, target));
  if (typeof why === "string") throw new InvalidInput(withCommands(why, target));
  if (why.kind === "none-refused") {
    remark(withCommands(why.text, target));
    return "";
  }
  if (json) return `${JSON.stringify(why, null, 2)}\n`;
  return withCommands(paste ? ticketText(why) : explanationText(why), target);
}

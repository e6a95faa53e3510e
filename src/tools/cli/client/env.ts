import type { Command } from "@commander-js/extra-typings";
import { addTargetOptions, callControl, controlTarget, OWN_KEY, signsAsDemoThere } from "./client.js";

const MORE = `
Prints the variables that exec exports, for a POSIX shell.

Examples:
  environment=$(payment-sandbox env) && eval "$environment"
  environment=$(payment-sandbox env --lane refunds) && eval "$environment"

Exit codes: 0 printed, 1 it refused, such as an unknown token, 2 usage, 3 no sandbox answers`;

export function addEnv(program: Command): void {
  const command = program
    .command("env")
    .description("print environment variables that point a shop to the running sandbox");
  addTargetOptions(command)
    .addHelpText("after", MORE)
    .action(async (options) => {
      const target = await controlTarget(options);
      const { notificationPublicKey } = await callControl(target, "GET /keys", {});
      const { variablesFor } = await import("../../runs/environment.js");
      const hasDemoKey = await signsAsDemoThere(target);
      for (const [name, value] of Object.entries(variablesFor(target.base, { notificationPublicKey, hasDemoKey })))
        process.stdout.write(`export ${name}=${quoted(value)}\n`);
      if (!hasDemoKey) process.stderr.write(`${OWN_KEY}: set PAYMENT_SANDBOX_PRIVATE_KEY_FILE to its private key\n`);
    });
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

import { randomInt } from "node:crypto";
import type { Command } from "commander";
import { MAX_SEED, optionRows } from "../../config/options.js";
import { resolveSettings } from "../../config/resolve.js";
import { addServerOptions, chosenByFlags } from "../server-options.js";

const MORE = `
Examples:
  payment-sandbox start --port 0 --ready-file ready.json    a free port, told in a file
  payment-sandbox start --data-dir ./data                   survives a restart, with its seed
  payment-sandbox start --scenario magic-refunds.scenario.yaml --watch
  PAYMENT_SANDBOX_SIGNATURE=enforce payment-sandbox start   refuses what is not signed well

Flags beat PAYMENT_SANDBOX_<NAME>, that beats payment-sandbox.config.{yaml,yml,json}, that beats the defaults.
stdout carries one line, when it answers: payment-sandbox ready at <url>. All else goes to stderr.

Exit codes:
  2         usage, or an invalid file: file:line:column: what is wrong, what was expected
  3         could not start: the port is taken, the data folder is in use or not writable
  130, 143  stopped by SIGINT, SIGTERM: answers finished, state saved, within 2 s; a second signal ends at once`;

export function startCommand(program: Command): void {
  const command = program.command("start", { isDefault: true }).description("start the sandbox (the default command)");
  addServerOptions(
    command,
    optionRows.filter(({ name }) => name !== "strict" && name !== "minCoverage"),
  )
    .addHelpText("after", MORE)
    .action(async () => {
      const resolving = resolveSettings({
        flags: chosenByFlags(command),
        env: process.env,
        cwd: process.cwd(),
        // Drawn, so that a shop's own database does not meet the same order ids after each restart.
        base: { signature: "warn", seed: randomInt(MAX_SEED) },
      });
      const [{ serve }, resolved] = await Promise.all([import("../serve.js"), resolving]);
      await serve(resolved);
    });
}

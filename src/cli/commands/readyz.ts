import type { Command } from "commander";
import { addTargetOptions, type ClientOptions, urlOf } from "../client/client.js";
import { CommandFailed } from "../failed.js";

const MORE = `
Examples:
  payment-sandbox readyz
  HEALTHCHECK CMD ["payment-sandbox", "readyz"]

Exit codes: 0 ready, 1 not ready, 2 usage`;

const PATIENCE_MS = 3000;

export function readyzCommand(program: Command): void {
  const command = program.command("readyz").description("check whether a sandbox is ready (exit code 0)");
  addTargetOptions(command)
    .addHelpText("after", MORE)
    .action(async (options: ClientOptions) => {
      const url = await urlOf(options);
      const status = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
        (response) => response.status,
        () => undefined,
      );
      if (status !== 200)
        throw new CommandFailed(status === undefined ? `no answer from ${url}` : `${url}/readyz answers ${status}`);
      process.stdout.write("ready\n");
    });
}

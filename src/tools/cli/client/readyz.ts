import type { Command } from "@commander-js/extra-typings";
import { CommandFailed } from "../../../package/errors.js";
import { otherProtocol } from "../../library/control-client.js";
import { addTargetOptions, urlOf } from "./client.js";

const MORE = `
Examples:
  payment-sandbox readyz
  HEALTHCHECK CMD ["payment-sandbox", "readyz"]

Exit codes: 0 ready, 1 not ready, 2 usage`;

const PATIENCE_MS = 3000;

export function addReadyz(program: Command): void {
  const command = program.command("readyz").description("check whether a sandbox is ready (exit code 0)");
  addTargetOptions(command)
    .addHelpText("after", MORE)
    .action(async (options) => {
      const url = await urlOf(options);
      const status = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
        (response) => response.status,
        (error) => otherProtocol(url, error) ?? "",
      );
      if (typeof status === "string") throw new CommandFailed(`no answer from ${url}${status && `; ${status}`}`);
      if (status !== 200) throw new CommandFailed(`${url}/readyz answers ${status}`);
      process.stdout.write("ready\n");
    });
}

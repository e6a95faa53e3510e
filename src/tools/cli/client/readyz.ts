import type { Command } from "@commander-js/extra-typings";
import { CommandFailed } from "../../../package/errors.js";
import { ControlRefusal, otherProtocol } from "../../library/control-client.js";
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
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
        (error) => otherProtocol(url, error) ?? "",
      );
      if (typeof answer === "string") throw new CommandFailed(`no answer from ${url}${answer && `; ${answer}`}`);
      if (answer.status !== 200)
        throw new CommandFailed(`${url}/readyz answers ${answer.status}${await reasonIn(answer)}`);
      process.stdout.write("ready\n");
    });
}

/** What the sandbox says about it. Empty if something else answered. */
async function reasonIn(answer: Response): Promise<string> {
  const said = (await answer.json().catch(() => ({}))) as { readonly message?: string };
  return typeof said?.message === "string" ? `: ${new ControlRefusal(answer.status, said).message}` : "";
}

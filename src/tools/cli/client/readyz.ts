import type { Command } from "@commander-js/extra-typings";
import { CommandFailed } from "../../../package/errors.js";
import { typed } from "../../../package/typed.js";
import { ControlRefusal, otherProtocol } from "../../library/control-client.js";
import { urlOf } from "./address.js";
import { addTargetOptions } from "./client.js";

const MORE = `
Examples:
  payment-sandbox readyz                                         asks once
  until payment-sandbox readyz; do sleep 1; done                 waits
  HEALTHCHECK CMD ["payment-sandbox", "readyz"]

Exit codes: 0 ready, 1 not ready, 2 usage`;

const PATIENCE_MS = 3000;

const NEXT = `start it, correct the address, or wait for it: until ${typed()} readyz; do sleep 1; done`;

export function addReadyz(program: Command): void {
  const command = program.command("readyz").description("check whether a sandbox is ready (exit code 0)");
  addTargetOptions(command)
    .addHelpText("after", MORE)
    .action(async (options) => {
      const url = await urlOf(options);
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
        (error) => otherProtocol(url, error) ?? "",
      );
      if (typeof answer === "string") throw new CommandFailed(`no answer from ${url}; ${answer || NEXT}`);
      if (answer.status !== 200)
        throw new CommandFailed(`${url}/readyz answers ${answer.status}${await reasonIn(answer)}`);
      process.stdout.write("ready\n");
    });
}

/** What the sandbox says about it, unless something else answered. */
async function reasonIn(answer: Response): Promise<string> {
  const said = (await answer.json().catch(() => ({}))) as { readonly message?: string };
  return typeof said?.message === "string"
    ? `: ${new ControlRefusal(answer.status, said).message}`
    : ", without a reason: is it a sandbox?";
}

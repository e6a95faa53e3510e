import type { Command } from "@commander-js/extra-typings";
import { CommandFailed, InvalidInput } from "../../../package/errors.js";
import { isRunning } from "../../runs/processes.js";
import { aPort, portOption, readNamed } from "../value-options.js";
import { isFromHere, type LiveSandbox, line, liveSandboxes, theOne } from "./registry.js";
import {
  type FoundSandbox,
  foundSandboxes,
  type NamedByOption,
  namedByOption,
  type SandboxName,
  shown,
  theNamed,
  whetherAnswers,
} from "./running.js";

const MORE = `
Sends SIGTERM to a sandbox of this user and waits until it is gone. The sandbox finishes open requests and saves its state. Without
an option it takes the one at PAYMENT_SANDBOX_URL, then the one on PAYMENT_SANDBOX_PORT, then the only one that was started in this
folder.

Examples:
  payment-sandbox stop
  payment-sandbox stop --port 4655
  payment-sandbox stop --all

Exit codes: 0 stopped, 1 no such sandbox, or it goes on, 2 usage, or several run`;

export function addStop(program: Command): void {
  program
    .command("stop")
    .description("stop a running sandbox and wait until it is gone")
    .addOption(portOption("the one on this port"))
    .option("--url <url>", "the one at this address")
    .option("--all", "every one of this user")
    .addHelpText("after", MORE)
    .action(async (chosen) => {
      if ([chosen.port, chosen.url, chosen.all].filter((each) => each !== undefined).length > 1)
        throw new InvalidInput("stop: expected one of --port, --url and --all");
      const failures: string[] = [];
      for (const sandbox of sandboxesFor(await foundSandboxes(), namedBy(chosen), chosen.all)) {
        const fault = await stopped(sandbox);
        if (fault === undefined) process.stdout.write(`stopped ${shown(sandbox)}, process ${sandbox.pid}\n`);
        else failures.push(fault);
      }
      if (failures.length > 0) throw new CommandFailed(failures.join("; "));
    });
}

/** Which sandbox the user named: by an option, else by the variables that other commands use. */
function namedBy(
  { all, ...given }: NamedByOption & { readonly all?: true },
  env: NodeJS.ProcessEnv = process.env,
): SandboxName | undefined {
  const named = namedByOption(given);
  if (named !== undefined || all) return named;
  if (env.PAYMENT_SANDBOX_URL) return { by: "url", source: "PAYMENT_SANDBOX_URL", value: env.PAYMENT_SANDBOX_URL };
  // Port 0 is chosen by the system, so it names none.
  const { PAYMENT_SANDBOX_PORT: ofEnv = "" } = env;
  const source = "PAYMENT_SANDBOX_PORT";
  return Number(ofEnv) === 0 ? undefined : { by: "port", source, value: String(readNamed(source, aPort, ofEnv)) };
}

function sandboxesFor(
  found: readonly FoundSandbox[],
  named: SandboxName | undefined,
  all: true | undefined,
): readonly FoundSandbox[] {
  const fits = named === undefined ? found : theNamed(found, named);
  if (fits.length === 0) throw new CommandFailed("no sandbox of yours is running");
  if (all) return fits;
  const one = theOne(fits, "--port", "--port or --url, or end all of yours with --all")!;
  // Somebody else's work may depend on it: a name is asked for.
  if (named === undefined && !isFromHere(one))
    throw new InvalidInput([
      `the ${fits.length === 1 ? "only" : "nearest"} sandbox was started in another folder: name it with --port or --url`,
      line(one, "--port"),
    ]);
  return [one];
}

const GRACE_MS = 12_000;
const BETWEEN_MS = 20;

/** Why it was not stopped, or undefined if it is gone. */
async function stopped(sandbox: FoundSandbox): Promise<string | undefined> {
  const { url, pid, identity, answers } = sandbox;
  const itself = `${url}, process ${pid}`;
  // Never on the word of the registry alone: another program may have this process id by now.
  if (!answers || identity === undefined)
    return `${itself}: it ${answers ? "is of version 0.1.0 and" : "doesn't answer, and so"} can't say who it is; if it is yours: kill ${pid}`;
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") return `${itself}: ${(error as Error).message}`;
  }
  const until = performance.now() + (identity.stopsWithinMs ?? GRACE_MS) + 1000;
  while (!(await isGone(sandbox))) {
    if (performance.now() > until) return `${itself}: still there; end it with kill -9 ${pid}`;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
  return undefined;
}

/** In a container without an init process, the id of a process that has ended may stay. Then its address decides. */
const isGone = async (sandbox: LiveSandbox): Promise<boolean> =>
  !isRunning(sandbox.pid) ||
  (!liveSandboxes().some(({ pid }) => pid === sandbox.pid) && (await whetherAnswers(sandbox)) === "gone");

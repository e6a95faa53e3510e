import type { Command } from "@commander-js/extra-typings";
import { CommandFailed, InvalidInput } from "../../../package/errors.js";
import { isFromHere, isRunning, type LiveSandbox, line, liveSandboxes, theOne } from "./registry.js";
import { type FoundSandbox, foundSandboxes, whetherAnswers } from "./running.js";

const MORE = `
Sends SIGTERM to a sandbox of this user and waits until it is gone. The sandbox finishes open requests and saves its state. Without
an option it takes the only one that was started in this folder.

Examples:
  payment-sandbox stop
  payment-sandbox stop --port 4655
  payment-sandbox stop --all

Exit codes: 0 stopped, 1 no such sandbox, or it goes on, 2 usage, or several run`;

export function addStop(program: Command): void {
  program
    .command("stop")
    .description("stop a running sandbox and wait until it is gone")
    .option("--port <n>", "the one on this port")
    .option("--url <url>", "the one at this address")
    .option("--all", "every one of this user")
    .addHelpText("after", MORE)
    .action(async (chosen) => {
      if ([chosen.port, chosen.url, chosen.all].filter((each) => each !== undefined).length > 1)
        throw new InvalidInput("stop: expected one of --port, --url and --all");
      const failures: string[] = [];
      for (const sandbox of chosenOf(await foundSandboxes(), chosen)) {
        const fault = await stopped(sandbox);
        if (fault === undefined) process.stdout.write(`stopped ${sandbox.url}, process ${sandbox.pid}\n`);
        else failures.push(fault);
      }
      if (failures.length > 0) throw new CommandFailed(failures.join("; "));
    });
}

interface Chosen {
  readonly port?: string | undefined;
  readonly url?: string | undefined;
  readonly all?: true | undefined;
}

function chosenOf(found: readonly FoundSandbox[], { port, url, all }: Chosen): readonly FoundSandbox[] {
  if (port !== undefined && !/^[1-9]\d{0,4}$/.test(port))
    throw new InvalidInput(`--port: expected a port, found ${JSON.stringify(port)}`);
  if (url !== undefined && !URL.canParse(url))
    throw new InvalidInput(`--url: expected an address such as http://localhost:4655, found ${JSON.stringify(url)}`);
  const fits = found.filter(
    (each) => (port === undefined ? true : hasPort(each, port)) && (url === undefined || isAt(each, url)),
  );
  if (fits.length === 0) throw new CommandFailed(noneText(found, port !== undefined || url !== undefined));
  if (all) return fits;
  const one = theOne(fits, "--port or --url, or end all of yours with --all")!;
  // Somebody else's work may depend on it: a name is asked for.
  if (port === undefined && url === undefined && !isFromHere(one))
    throw new InvalidInput(["the only sandbox was started in another folder: name it with --port or --url", line(one)]);
  return [one];
}

const noneText = (found: readonly FoundSandbox[], isNamed: boolean): string =>
  isNamed && found.length > 0
    ? `no sandbox of yours runs there; these run: ${found.map(({ url }) => url).join(", ")}`
    : "no sandbox of yours is running";

const hasPort = ({ url, identity }: FoundSandbox, port: string): boolean =>
  [url, identity?.listens].some((address) => address !== undefined && portOf(new URL(address)) === port);

const portOf = ({ port, protocol }: URL): string => port || (protocol === "https:" ? "443" : "80");

/** A lane's address is that of its sandbox. */
const isAt = ({ url, identity }: FoundSandbox, wanted: string): boolean =>
  [url, identity?.listens].some((address) => address !== undefined && originOf(address) === originOf(wanted));

const LOOPBACK = /^(127\.0\.0\.1|\[::1\])$/;

function originOf(address: string): string {
  const found = new URL(address);
  return `${found.protocol}//${found.hostname.replace(LOOPBACK, "localhost")}:${portOf(found)}`;
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

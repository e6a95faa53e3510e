import { type Command, Option } from "commander";
import type { ChosenOptions } from "../../config/options.js";
import { ControlClient, type ControlTarget, type Given, Refused, Unreachable } from "../../library/control-client.js";
import type { ControlCalls } from "../../library/language.js";
import { CannotStart, InvalidInput } from "../../package/errors.js";
import { CommandFailed } from "../failed.js";
import { type LiveSandbox, liveSandboxes } from "../registry.js";

/** Adds the options that say which sandbox the command talks to. */
export function addTargetOptions(command: Command): Command {
  return command
    .option(
      "--url <url>",
      "the running sandbox (default: $PAYMENT_SANDBOX_URL, the config file's port, the one that runs, http://localhost:4655)",
    )
    .option("--lane <name>", "the lane (default: $PAYMENT_SANDBOX_LANE, else the url's)")
    .addOption(
      new Option("--admin-token <text>", "the sandbox's bearer token, if it isn't on loopback").env(
        "PAYMENT_SANDBOX_ADMIN_TOKEN",
      ),
    );
}

export interface ClientOptions {
  readonly url?: string;
  readonly lane?: string;
  readonly adminToken?: string;
}

const DEFAULT_URL = "http://localhost:4655";

/**
 * A sandbox's address: from flag, environment or config file, else that of this user's running sandbox, else the
 * default of `start`. Throws InvalidInput if several sandboxes run.
 */
export async function urlOf({ url }: ClientOptions, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const found = url ?? (await urlIn(env)) ?? (await urlOfConfig(env)) ?? urlOfLive(liveSandboxes(env)) ?? DEFAULT_URL;
  if (!URL.canParse(found) || !/^https?:$/.test(new URL(found).protocol))
    throw new InvalidInput(`--url: expected an address such as ${DEFAULT_URL}, found ${JSON.stringify(found)}`);
  await trusted(found);
  return found.replace(/\/+$/, "");
}

/** Loads TLS only for HTTPS. */
export async function trusted(url: string): Promise<void> {
  if (url.startsWith("https:")) (await import("./trust-own.js")).trustOwn(url);
}

/** The address for this port. Undefined for port 0, because the system chooses that port. */
const localUrl = ({ port, https, cert }: Pick<ChosenOptions, "port" | "https" | "cert">): string | undefined =>
  Number(port || 0) === 0 ? undefined : `http${https || cert !== undefined ? "s" : ""}://localhost:${port}`;

async function urlIn(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (env.PAYMENT_SANDBOX_URL || !env.PAYMENT_SANDBOX_PORT) return env.PAYMENT_SANDBOX_URL || undefined;
  return localUrl((await import("../../config/environment.js")).chosenByEnvironment(env));
}

async function urlOfConfig(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { findConfig } = await import("../../config/discover.js");
  const file = findConfig(env.PAYMENT_SANDBOX_CONFIG || undefined, process.cwd());
  if (file === undefined) return undefined;
  return localUrl((await (await import("../../config/file.js")).readConfig(file)).chosen);
}

/**
 * The only running sandbox, or the only one that was started in this folder. Otherwise throws with a list of all,
 * because it doesn't guess.
 */
function urlOfLive(live: readonly LiveSandbox[]): string | undefined {
  if (live.length < 2) return live[0]?.url;
  const here = live.filter(({ cwd }) => cwd === process.cwd());
  if (here.length === 1) return here[0]!.url;
  throw new InvalidInput([
    `${live.length} sandboxes run: name one with --url`,
    ...live.map(({ url, pid, cwd, started }) => `  ${url}  process ${pid}, in ${cwd}, since ${started}`),
  ]);
}

export const laneOf = ({ lane }: ClientOptions, env: NodeJS.ProcessEnv = process.env): string | undefined =>
  lane ?? (env.PAYMENT_SANDBOX_LANE || undefined);

export async function targetOf(options: ClientOptions): Promise<ControlTarget> {
  const [url, lane] = [await urlOf(options), laneOf(options)];
  const base = lane === undefined ? url : `${url.replace(/\/lane\/[^/]+$/, "")}/lane/${encodeURIComponent(lane)}`;
  return { base, adminToken: options.adminToken };
}

/** Calls the control API. Throws if no sandbox answers, or if the answer isn't a success. */
export async function call<N extends keyof ControlCalls>(
  target: ControlTarget,
  name: N,
  given: Given<ControlCalls[N]>,
): Promise<ControlCalls[N]["answer"]> {
  try {
    return await new ControlClient(target).call(name, given);
  } catch (error) {
    if (error instanceof Unreachable) return noSandbox(target);
    throw error instanceof Refused ? refusal(error) : error;
  }
}

export const noSandbox = ({ base }: ControlTarget): never => {
  throw new CannotStart(`no sandbox answers at ${base}: start one (payment-sandbox start), or name it with --url`);
};

/** A 404 means that the user gave a wrong name. Any other status is the sandbox's refusal. */
const refusal = ({ status, message }: Refused): Error =>
  status === 404 || status === 400 ? new InvalidInput(message) : new CommandFailed(message);

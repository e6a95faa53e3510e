import { type Command, type CommandUnknownOpts, Option, type OptionValues } from "@commander-js/extra-typings";
import { sentence } from "../../../core/scenario/values/issues.js";
import { isName, nameRuleFor } from "../../../lane/ports/name.js";
import { DEFAULT_URL } from "../../../package/default-url.js";
import { demoMerchantId } from "../../../package/demo-keys.js";
import { CannotStart, CommandFailed, InvalidInput } from "../../../package/errors.js";
import { typed } from "../../../package/typed.js";
import type { ChosenOptions } from "../../../server/options/options.js";
import {
  type CallInput,
  ControlClient,
  ControlRefusal,
  type ControlTarget,
  inLane,
  laneNamedBy,
  sandboxAddress,
  Unreachable,
  withoutLane,
} from "../../library/control-client.js";
import type { ControlCalls } from "../../library/language.js";
import { missingLane, oneOf, saidOf } from "../../library/missing-lane.js";
import { type OptionsOf, portOption } from "../value-options.js";
import { type ClientTarget, withCommands } from "./command-names.js";
import { hasOwnUrl, isFromAbove, isFromHere, type LiveSandbox, liveSandboxes, portOf, theOne } from "./registry.js";

/** Adds the options that say which lane of which sandbox the command talks to. */
export const addTargetOptions = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  addAddressOptions(command).option("--lane <name>", "the lane (default: $PAYMENT_SANDBOX_LANE, else the url's)", once);

/** The last of several would count, and the others would be left out unseen. */
function once(name: string, before: string | undefined): string {
  if (before === undefined || before === name) return name;
  throw new InvalidInput(`--lane: expected one lane, found ${JSON.stringify(before)} and ${JSON.stringify(name)}`);
}

/** Adds the options that say which sandbox the command talks to. */
export const addAddressOptions = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => {
  // The port of doctor is the one to listen on.
  if (!command.options.some(({ long }) => long === "--port")) addPort(command);
  return command
    .option(
      "--url <url>",
      "the running sandbox (default: $PAYMENT_SANDBOX_URL, the config file's port, the only one that runs or the one started here or in the nearest folder above, http://localhost:4655)",
    )
    .addOption(new Option("--admin-token <text>", TOKEN_ABOUT).env("PAYMENT_SANDBOX_ADMIN_TOKEN"));
};

/** `--port` instead of `--url`, for a sandbox on this machine. */
function addPort(command: CommandUnknownOpts): void {
  command
    .addOption(portOption("the running sandbox by its port on this machine").conflicts("url"))
    .hook("preAction", () => {
      const { port } = command.opts();
      if (port !== undefined) command.setOptionValue("url", `http://localhost:${port}`);
    });
}

/** When a sandbox has a token, for the help of the commands that send it. */
const TOKEN_ABOUT = "the sandbox's bearer token, if it has one (beyond loopback, or with adminTokens)";

export type ClientOptions = OptionsOf<typeof addTargetOptions<[], Record<never, never>, OptionValues>>;
export type ServerOptions = OptionsOf<typeof addAddressOptions<[], Record<never, never>, OptionValues>>;

/**
 * A sandbox's address: from flag, environment or config file, else that of this user's running sandbox, else the
 * default of `start`. Throws InvalidInput if several sandboxes run.
 */
export async function urlOf(
  { url }: ClientOptions,
  env: NodeJS.ProcessEnv = process.env,
  isMeant: (sandbox: LiveSandbox) => boolean = () => true,
): Promise<string> {
  const [found, source] = await addressOf(url, env, isMeant);
  const address = sandboxAddress(source, found);
  await trusted(address);
  return address;
}

/** The same for commands to copy. Ignores sandboxes of other folders: they may be somebody else's. */
export const urlFromHere = (options: ClientOptions, env: NodeJS.ProcessEnv = process.env): Promise<string> =>
  urlOf(options, env, isFromAbove);

/** The address, and the name that the user gave it by. */
async function addressOf(
  url: string | undefined,
  env: NodeJS.ProcessEnv,
  isMeant: (sandbox: LiveSandbox) => boolean,
): Promise<readonly [string, string]> {
  if (url !== undefined) return [url, "--url"];
  if (env.PAYMENT_SANDBOX_URL) return [env.PAYMENT_SANDBOX_URL, "PAYMENT_SANDBOX_URL"];
  const found =
    (await urlIn(env)) ?? (await urlOfConfig(env)) ?? running(liveSandboxes(env).filter(isMeant)) ?? DEFAULT_URL;
  return [found, "the sandbox's address"];
}

/**
 * The address of this user's running sandbox. Says on stderr if it was started in another folder, and its port if the address
 * is a base URL.
 */
function running(live: readonly LiveSandbox[]): string | undefined {
  const one = theOne(live, "--url");
  if (one === undefined) return undefined;
  const port = hasOwnUrl(one) ? "" : ` (port ${portOf(one)} here)`;
  const folder = isFromHere(one) ? "" : `, which was started in ${one.cwd}`;
  if (port || folder) process.stderr.write(`payment-sandbox: asks ${one.url}${port}${folder}\n`);
  return one.url;
}

/** For HTTPS: makes this process trust sandboxes whose certificate was signed by this user's own CA. Throws InvalidInput. */
export async function trusted(url: string): Promise<void> {
  if (!url.startsWith("https:")) return;
  const [{ default: tls }, { authorityCertificate }] = await Promise.all([
    import("node:tls"),
    import("../../../server/tls/authority.js"),
  ]);
  const certificate = authorityCertificate();
  if (certificate === undefined) return;
  // Node.js has this function since 22.19.
  if (typeof tls.setDefaultCACertificates === "function")
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), certificate]);
  else if (!process.env.NODE_EXTRA_CA_CERTS)
    throw new InvalidInput(
      `${url}: the sandbox's CA needs Node.js 22.19 or newer, or its file in NODE_EXTRA_CA_CERTS (keys --ca > ca.pem)`,
    );
}

/** The address for this port. Undefined for port 0, because the system chooses that port. */
const localUrl = ({ port, https, cert }: Pick<ChosenOptions, "port" | "https" | "cert">): string | undefined =>
  Number(port || 0) === 0 ? undefined : `http${https || cert !== undefined ? "s" : ""}://localhost:${port}`;

async function urlIn(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (!env.PAYMENT_SANDBOX_PORT) return undefined;
  return localUrl((await import("../../../server/options/environment.js")).chosenByEnvironment(env));
}

const urlOfConfig = async (env: NodeJS.ProcessEnv): Promise<string | undefined> => localUrl(await chosenByConfig(env));

async function chosenByConfig(env: NodeJS.ProcessEnv): Promise<ChosenOptions> {
  const { findConfig } = await import("../../../server/options/discover.js");
  const file = findConfig(env.PAYMENT_SANDBOX_CONFIG || undefined, process.cwd());
  if (file === undefined) return {};
  return (await (await import("../../../server/options/file.js")).readConfig(file)).chosen;
}

/** The token of the config file, which goes only to the address that the file means. */
export async function tokenOfConfig(url: string, env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const chosen = await chosenByConfig(env);
  const isMeant = url === (chosen.port === undefined ? DEFAULT_URL : localUrl(chosen));
  return isMeant ? chosen.adminToken : undefined;
}

/** The address of the sandbox as the user named it, and its token. */
export async function namedTarget(options: ServerOptions): Promise<ClientTarget> {
  const isNamed = options.url !== undefined;
  const base = await urlOf(options);
  const isElsewhere = isNamed || process.env.PAYMENT_SANDBOX_URL;
  const adminToken = options.adminToken ?? (isElsewhere ? undefined : await tokenOfConfig(base));
  return { base, adminToken, isNamed, namedBy: "port" in options ? "--port" : "--url" };
}

/** The address of the chosen lane. */
export async function controlTarget(options: ClientOptions): Promise<ClientTarget> {
  const target = await namedTarget(options);
  const lane = options.lane ?? (process.env.PAYMENT_SANDBOX_LANE || undefined);
  if (lane === undefined) return target;
  const source = options.lane === undefined ? "PAYMENT_SANDBOX_LANE" : "--lane";
  if (!isName(lane)) throw new InvalidInput(`${source}: expected ${nameRuleFor(lane)}, found ${JSON.stringify(lane)}`);
  return { ...inLane(target, lane), isNamed: options.url !== undefined };
}

/**
 * The lane must be there: an act in a misspelt one would create it. Throws InvalidInput, which says which other lane has
 * this reference.
 */
export async function inMadeLane(target: ClientTarget, reference?: string, fix?: string): Promise<ClientTarget> {
  const found = await missingLane(target, laneNamedBy(target)).catch((error) => failed(error, target));
  if (found === undefined) return target;
  const told = { what: `there is no lane ${found.name} at ${withoutLane(target.base)}`, ...oneOf(found) };
  const { hasIt, otherLanesWith } = await import("../../library/why.js");
  const others = reference === undefined ? [] : await otherLanesWith(target, reference, "order");
  throw new InvalidInput(
    others.length === 0
      ? saidOf(found, { ...told, ...(fix !== undefined && { fix }) })
      : `${sentence(told)}; ${hasIt(others, reference)}`,
  );
}

/** Calls the control API. Throws if no sandbox answers, or if the answer isn't a success. */
export async function callControl<N extends keyof ControlCalls>(
  target: ClientTarget,
  name: N,
  given: CallInput<ControlCalls[N]>,
): Promise<ControlCalls[N]["answer"]> {
  return new ControlClient(target).call(name, given).catch((error) => failed(error, target));
}

/** Throws an error of the library in the words of a command. */
export function failed(error: unknown, target: ClientTarget): never {
  if (error instanceof Unreachable) return noSandbox(error, target);
  if (error instanceof InvalidInput) throw new InvalidInput(error.lines.map((line) => withCommands(line, target)));
  throw error instanceof ControlRefusal ? refusal(error, target) : error;
}

export const noSandbox = (
  { message, fix }: Unreachable,
  { isNamed = false, namedBy = "--url" }: ClientTarget,
): never => {
  if (fix !== undefined) throw new CannotStart(message);
  throw new CannotStart(
    isNamed
      ? `${message}: start one (${typed()} start), or leave ${namedBy} out`
      : `${message}: start one (${typed()} start), or name it with --url`,
  );
};

/** A 404 means that the user gave a wrong name. Any other status is the sandbox's refusal. */
function refusal({ status, code, message }: ControlRefusal, target: ClientTarget): Error {
  // Each 404 of a control API has a code of its own.
  if (status === 404 && code === "unknown") return noControlApi(target, message);
  const hint = withCommands(message, target);
  return status === 404 || status === 400 ? new InvalidInput(hint) : new CommandFailed(hint);
}

function noControlApi({ base, isNamed = false }: ClientTarget, message: string): Error {
  const source = isNamed ? "--url" : process.env.PAYMENT_SANDBOX_URL ? "PAYMENT_SANDBOX_URL" : "the sandbox's address";
  const expected = `expected the address that start prints, such as ${DEFAULT_URL}, or a lane's: ${DEFAULT_URL}/lane/a`;
  return new InvalidInput(`${source}: ${expected}, found ${base}, which answers: ${message}`);
}

/** What to say if `signsAsDemoThere` is false. */
export const OWN_KEY = `merchant ${demoMerchantId} has its own key in this sandbox`;

/** True if the demo merchant's key signs for it in a running sandbox. Also if that sandbox has no key for it. */
export async function signsAsDemoThere(target: ControlTarget): Promise<boolean> {
  const { merchants } = await callControl(target, "GET /merchants", {});
  const keys = merchants.find(({ merchantId }) => merchantId === demoMerchantId)?.publicKeys ?? [];
  if (keys.length === 0) return true;
  const { includesDemoKey } = await import("../../../server/demo-key.js");
  return includesDemoKey(keys);
}

import { type Command, type CommandUnknownOpts, Option, type OptionValues } from "@commander-js/extra-typings";
import { sentence } from "../../../core/scenario/values/issues.js";
import { isName, nameRuleFor } from "../../../lane/ports/name.js";
import { DEFAULT_URL } from "../../../package/default-url.js";
import { demoMerchantId } from "../../../package/demo-keys.js";
import { CannotStart, CommandFailed, InvalidInput } from "../../../package/errors.js";
import { typed } from "../../../package/typed.js";
import {
  type CallInput,
  ControlClient,
  ControlRefusal,
  type ControlTarget,
  inLane,
  laneNamedBy,
  Unreachable,
  withoutLane,
} from "../../library/control-client.js";
import type { ControlCalls } from "../../library/language.js";
import { missingLane, oneOf, saidOf } from "../../library/missing-lane.js";
import { type OptionsOf, portOption } from "../value-options.js";
import { tokenOfConfig, urlOf } from "./address.js";
import { type ClientTarget, withCommands } from "./command-names.js";

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

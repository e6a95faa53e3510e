import { type Command, Option } from "commander";
import { ControlClient, type ControlTarget, type Given, Refused, Unreachable } from "../library/control-client.js";
import type { ControlCalls } from "../library/language.js";
import { CannotStart, InvalidInput } from "../package/errors.js";
import { CommandFailed } from "./failed.js";

/** Puts the options on a command that say which sandbox it talks to. */
export function addTargetOptions(command: Command): Command {
  return command
    .option("--url <url>", "the running sandbox (default: $PAYMENT_SANDBOX_URL, else http://localhost:4655)")
    .option("--lane <name>", "its lane (default: $PAYMENT_SANDBOX_LANE, else the one of the url)")
    .addOption(new Option("--admin-token <text>", "its bearer token, off loopback").env("PAYMENT_SANDBOX_ADMIN_TOKEN"));
}

export interface TargetOptions {
  readonly url?: string;
  readonly lane?: string;
  readonly adminToken?: string;
}

/** Where a sandbox is, by flag or environment; without either where `start` listens. */
export function urlOf({ url }: TargetOptions, env: NodeJS.ProcessEnv = process.env): string {
  const found = url ?? (env.PAYMENT_SANDBOX_URL || `http://localhost:${env.PAYMENT_SANDBOX_PORT || 4655}`);
  if (!URL.canParse(found) || !/^https?:$/.test(new URL(found).protocol))
    throw new InvalidInput(`--url: expected an address such as http://localhost:4655, found ${JSON.stringify(found)}`);
  return found.replace(/\/+$/, "");
}

export const laneOf = ({ lane }: TargetOptions, env: NodeJS.ProcessEnv = process.env): string | undefined =>
  lane ?? (env.PAYMENT_SANDBOX_LANE || undefined);

export function targetOf(options: TargetOptions): ControlTarget {
  const [url, lane] = [urlOf(options), laneOf(options)];
  const base = lane === undefined ? url : `${url.replace(/\/lane\/[^/]+$/, "")}/lane/${encodeURIComponent(lane)}`;
  return { base, adminToken: options.adminToken };
}

/** Calls the control API. Throws where no sandbox answers, or it answers with anything but success. */
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

/** What is not there was named wrongly; the rest is the sandbox's no. */
const refusal = ({ status, message }: Refused): Error =>
  status === 404 || status === 400 ? new InvalidInput(message) : new CommandFailed(message);

import { type Command, Option } from "commander";
import { CannotStart, InvalidInput } from "../package/errors.js";
import { CommandFailed } from "./failed.js";

/** The running sandbox that a command talks to. */
export interface Target {
  /** With the lane, without a trailing slash. */
  readonly base: string;
  readonly adminToken: string | undefined;
}

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

export function targetOf(options: TargetOptions): Target {
  const [url, lane] = [urlOf(options), laneOf(options)];
  const base = lane === undefined ? url : `${url.replace(/\/lane\/[^/]+$/, "")}/lane/${encodeURIComponent(lane)}`;
  return { base, adminToken: options.adminToken };
}

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

interface Call {
  readonly method?: "GET" | "POST" | "PUT";
  readonly body?: object;
}

/** Calls the control API. Throws where no sandbox answers, or it answers with anything but success. */
export async function call<T>(target: Target, path: string, { method = "GET", body }: Call = {}): Promise<T> {
  const url = `${target.base}/_sandbox/${path}`;
  const response = await fetch(url, {
    method,
    headers: target.adminToken === undefined ? {} : { Authorization: `Bearer ${target.adminToken}` },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => noSandbox(target));
  const answer: unknown = await response
    .json()
    .catch(() => ({ message: `HTTP ${response.status}, and no JSON: is it a sandbox?` }));
  if (!response.ok) throw refusal(response.status, answer as { message?: string; fix?: string });
  return answer as T;
}

export const noSandbox = ({ base }: Target): never => {
  throw new CannotStart(`no sandbox answers at ${base}: start one (payment-sandbox start), or name it with --url`);
};

/** What is not there was named wrongly; the rest is the sandbox's no. */
function refusal(status: number, { message = `HTTP ${status}`, fix }: { message?: string; fix?: string }): Error {
  const line = fix === undefined ? message : `${message} (${fix})`;
  return status === 404 || status === 400 ? new InvalidInput(line) : new CommandFailed(line);
}

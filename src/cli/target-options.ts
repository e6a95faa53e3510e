import type { KeyObject } from "node:crypto";
import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { type Command, Option } from "commander";
import { limits } from "../facts/limits.js";
import { demoPrivateKey } from "../package/demo-keys.js";
import { CannotStart, InvalidInput } from "../package/errors.js";
import { readPrivateKey, readPublicKey } from "../signing/keys.js";
import { type Listener, startListener } from "../trust/listener.js";
import { turnsOf } from "../trust/pace.js";
import { httpTarget, type Target } from "../trust/target.js";
import { baseUrlOf, isOnLoopback, requireConsent } from "../trust/target-url.js";
import { trusted } from "./client.js";
import { wholeOf } from "./whole-option.js";

/** What says which service is called, and as whom. */
export interface AgainstOptions {
  readonly against: string;
  readonly merchant?: number;
  readonly privateKey?: string;
  readonly user: string;
  readonly rate?: number;
  readonly timeout: number;
  readonly yes?: true;
  readonly listen?: number;
  readonly notifyUrl?: string;
  readonly notificationKey?: string;
}

/** Puts the options on a command that calls a payment service as a merchant does. */
export const addAgainstOptions = (command: Command): Command =>
  command
    .requiredOption("--against <base-url>", "the service that is called")
    .addOption(
      new Option(
        "--merchant <id>",
        "the merchant that calls (default: on this machine the demo merchant, 3)",
      ).argParser(wholeOf("--merchant", 1, limits.idMax.value)),
    )
    .option("--private-key <pem>", "file of its private key (default: on this machine the demo merchant's)")
    .option("--user <id>", "a user whose stored cards may be charged, 20.00 at most in all", "user1")
    .addOption(
      new Option("--rate <n>", "calls a second at most (default: 2; without a limit on this machine)").argParser(
        numberOf("--rate"),
      ),
    )
    .addOption(
      new Option("--timeout <s>", "seconds that an answer may take").argParser(numberOf("--timeout")).default(30),
    )
    .addOption(
      new Option(
        "--listen <port>",
        "hear there what is notified, on this machine alone; 0 takes a free port (default: not)",
      ).argParser(wholeOf("--listen", 0, 65_535)),
    )
    .option("--notify-url <url>", "what leads to --listen from where the service is (default: the port itself)")
    .option("--notification-key <pem>", "file of the service's public key: what comes to --listen must be signed by it")
    .option("--yes", "agree to send calls to another machine");

function numberOf(option: string): (text: string) => number {
  return (text) => {
    if (/^\d{1,6}(\.\d{1,6})?$/.test(text) && Number(text) > 0) return Number(text);
    throw new InvalidInput(`${option}: expected a number above 0, found ${JSON.stringify(text)}`);
  };
}

/** Listens for what the service notifies, where that is wanted. Throws InvalidInput. */
export async function listenerOf({
  listen: port,
  notifyUrl: publicUrl,
  notificationKey,
}: AgainstOptions): Promise<Listener | undefined> {
  if (publicUrl !== undefined && !/^https?:/.test(publicUrl))
    throw new InvalidInput(`--notify-url: expected an address, found ${JSON.stringify(publicUrl)}`);
  if (port === undefined) {
    if (publicUrl !== undefined) throw new InvalidInput("--notify-url: expected --listen beside it");
    if (notificationKey !== undefined) throw new InvalidInput("--notification-key: expected --listen beside it");
    return undefined;
  }
  const key = notificationKey === undefined ? undefined : keyIn("--notification-key", notificationKey, readPublicKey);
  try {
    return await startListener({ port, key, ...(publicUrl !== undefined && { publicUrl }) });
  } catch (error) {
    throw new CannotStart(`--listen: ${(error as Error).message}`);
  }
}

/** A service to call, checked; nothing was sent yet. */
export interface Against {
  readonly url: string;
  readonly merchantId: number;
  readonly userId: string;
  readonly target: Target;
  /** What the references of this run begin with. */
  readonly prefix: string;
}

/** Who calls on this machine where nobody is named. */
export const DEMO_MERCHANT = 3;

/** Throws InvalidInput where something is missing, or nobody agreed to send calls there. */
export async function againstOf(options: AgainstOptions): Promise<Against> {
  const url = baseUrlOf("--against", options.against);
  requireConsent(url, options.yes === true);
  await trusted(url);
  const isHere = isOnLoopback(url);
  const merchantId = options.merchant ?? (isHere ? DEMO_MERCHANT : undefined);
  if (merchantId === undefined) throw new InvalidInput("--merchant: expected the merchant that calls");
  return {
    url,
    merchantId,
    userId: options.user,
    prefix: `cal-${randomBytes(5).toString("hex")}`,
    target: httpTarget({
      url,
      merchantId,
      key: keyOf(options.privateKey, isHere),
      timeoutMs: options.timeout * 1000,
      turn: turnsOf(options.rate ?? (isHere ? Number.POSITIVE_INFINITY : 2)),
    }),
  };
}

function keyOf(file: string | undefined, isHere: boolean): KeyObject {
  if (file === undefined && isHere) return readPrivateKey(demoPrivateKey());
  if (file === undefined)
    throw new InvalidInput("--private-key: expected a file with the merchant's private key (PEM)");
  return keyIn("--private-key", file, readPrivateKey);
}

function keyIn(option: string, file: string, read: (text: string) => KeyObject): KeyObject {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new InvalidInput(`${option}: there is no file ${file}`);
  try {
    return read(readFileSync(file, "utf8"));
  } catch (error) {
    throw new InvalidInput(`${option}: ${file}: ${(error as Error).message}`);
  }
}

import { type KeyObject, randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { type Command, Option } from "commander";
import { limits } from "../../facts/limits.js";
import { demoPrivateKey } from "../../package/demo-keys.js";
import { CannotStart, InvalidInput } from "../../package/errors.js";
import { readPrivateKey, readPublicKey } from "../../signing/keys.js";
import { type Listener, startListener } from "../../trust/target/listener.js";
import { rateLimit } from "../../trust/target/rate-limit.js";
import { httpTarget, type Target } from "../../trust/target/target.js";
import { baseUrlOf, isOnLoopback, requireConsent } from "../../trust/target/target-url.js";
import { trusted } from "../client/client.js";
import { wholeOf } from "./value-options.js";

/** Options for the service and the caller. */
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

/** Adds the options to a command that calls a payment service as a merchant. */
export const addAgainstOptions = (command: Command): Command =>
  addCallerOptions(command.requiredOption("--against <base-url>", "base URL of the service to call"));

/** The same for a command that also works without a service. */
export const addCallerOptions = (command: Command): Command =>
  command
    .addOption(
      new Option("--merchant <id>", "the calling merchant (default on this machine: the demo merchant, 3)").argParser(
        wholeOf("--merchant", 1, limits.idMax.value),
      ),
    )
    .option("--private-key <pem>", "its private key file (default on this machine: the demo merchant's)")
    .option("--user <id>", "a user whose stored cards may be charged, up to 20.00 in total", "user1")
    .addOption(
      new Option("--rate <n>", "maximum calls per second (default: 2; unlimited on this machine)").argParser(
        numberOf("--rate"),
      ),
    )
    .addOption(
      new Option("--timeout <s>", "seconds to wait for an answer").argParser(numberOf("--timeout")).default(30),
    )
    .addOption(
      new Option(
        "--listen <port>",
        "listen for notifications on this port (loopback only); 0 picks a free one (default: off)",
      ).argParser(wholeOf("--listen", 0, 65_535)),
    )
    .option("--notify-url <url>", "public address that reaches --listen (default: the port itself)")
    .option("--notification-key <pem>", "the service's public key file, to verify notifications at --listen")
    .option("--yes", "allow calls to another machine");

function numberOf(option: string): (text: string) => number {
  return (text) => {
    if (/^\d{1,6}(\.\d{1,6})?$/.test(text) && Number(text) > 0) return Number(text);
    throw new InvalidInput(`${option}: expected a number above 0, found ${JSON.stringify(text)}`);
  };
}

/** Listens for the service's notifications, if the options ask for that. Throws InvalidInput. */
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

/** A service to call. Its options are checked, but nothing was sent yet. */
export interface Against {
  readonly url: string;
  readonly merchantId: number;
  readonly userId: string;
  readonly target: Target;
  /** The prefix of this run's references. */
  readonly prefix: string;
}

/** The default caller on this machine. */
export const DEMO_MERCHANT = 3;

/** Throws InvalidInput if an option is missing, or if the user hasn't agreed to send calls there. */
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
      turn: rateLimit(options.rate ?? (isHere ? Number.POSITIVE_INFINITY : 2)),
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

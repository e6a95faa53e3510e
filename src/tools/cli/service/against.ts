import { type KeyObject, randomBytes } from "node:crypto";
import type { Command, OptionValues } from "@commander-js/extra-typings";
import * as z from "zod";
import { limits } from "../../../core/facts/limits.js";
import { readPrivateKey } from "../../../core/signing/keys.js";
import { demoMerchantId, demoPrivateKey } from "../../../package/demo-keys.js";
import { CannotStart, CommandFailed, InvalidInput } from "../../../package/errors.js";
import { isLoopback } from "../../../package/loopback.js";
import { writeNamed } from "../../../package/writing.js";
import type { Calibration } from "../../../server/options/calibration.js";
import { type Kind, upTo } from "../../../server/options/kinds.js";
import type { Calibrated, CalibrateOptions } from "../../trust/calibrate/calibrate.js";
import type { WrongGuess } from "../../trust/issue/issue.js";
import { type Listener, startListener } from "../../trust/target/listener.js";
import { rateLimit, realClock } from "../../trust/target/rate-limit.js";
import { httpTarget, TargetFault } from "../../trust/target/target.js";
import { trusted } from "../client/address.js";
import { keyInFile } from "../key-files.js";
import { type OptionsOf, serviceAddress, valueOption, wholeFrom } from "../value-options.js";
import { writeIssue } from "./issue.js";

const aboveZero: Kind<z.ZodNumber> = {
  schema: () => z.number().gt(0),
  expected: "a number above 0",
  fromText: (text) => (/^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : text),
};

/** For a service on another machine. */
const AWAY_PER_SECOND = 2;

const percent: Kind<z.ZodNumber> = {
  ...upTo(100),
  fromText: (text) => Number(/^(\d{1,3}(?:\.\d{1,3})?)\s?%?$/.exec(text)?.[1] ?? Number.NaN),
};

/** Adds the options of a command that calls a payment service as a merchant. */
export const addAgainstOptions = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .addOption(
      valueOption(
        "--merchant <id>",
        "the calling merchant (default on this machine: the demo merchant, 3)",
        wholeFrom(1, limits.idMax.value),
      ),
    )
    .option("--private-key <pem>", "its private key file (default on this machine: the demo merchant's)")
    .option("--user <id>", "a user whose stored cards may be charged, up to 20.00 in total", "user1")
    .addOption(
      valueOption(
        "--rate <n>",
        `maximum calls per second (default: ${AWAY_PER_SECOND}; unlimited on this machine)`,
        aboveZero,
      ),
    )
    .addOption(valueOption("--timeout <s>", "seconds to wait for an answer", aboveZero).default(30))
    .addOption(
      valueOption(
        "--listen <port>",
        "listen for notifications on this port (loopback only); 0 picks a free one (default: off)",
        wholeFrom(0, 65_535),
      ),
    )
    .option("--notify-url <url>", "public address that reaches --listen (default: the port itself)")
    .option("--notification-key <pem>", "the service's public key file, to verify notifications at --listen")
    .option("--yes", "allow calls to another machine");

export const againstOption = () =>
  valueOption("--against <base-url>", "base URL of the service to call", serviceAddress);

/** The service and the caller, of a command that has named the service. */
export interface AgainstOptions extends OptionsOf<typeof addAgainstOptions<[], Record<never, never>, OptionValues>> {
  readonly against: string;
}

/** The smallest share of entries that must have been checked, in percent. */
export const minComparedOption = <D extends number>(byDefault: D) =>
  valueOption(
    "--min-compared <percent>",
    "exit with 9 if a smaller share of entries could be compared",
    percent,
  ).default(byDefault);

export const TOO_LITTLE_COMPARED = 9;

/** Formats a share from 0 to 1. Always rounded down, so that it never seems to reach a limit that it misses. */
export const percentText = (share: number): string => `${Math.floor(share * 1000) / 10} %`;

/** Listens for the service's notifications, if the options ask for that. Throws InvalidInput. */
async function listenerOf({
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
  const key = notificationKey === undefined ? undefined : keyInFile("public", notificationKey, "--notification-key");
  return await startListener({ port, key, publicUrl }).catch((error: Error) => {
    throw new CannotStart(`--listen: ${error.message}`);
  });
}

/** A service to call. Its options are checked, but nothing was sent yet. */
export interface Against extends Pick<CalibrateOptions, "url" | "merchantId" | "userId" | "target" | "prefix"> {
  readonly perSecond: ReturnType<typeof rateOf>;
}

/** Throws InvalidInput if an option is missing, or if the user hasn't agreed to send calls there. */
export async function againstOf(options: AgainstOptions): Promise<Against> {
  const { against: url } = options;
  const isHere = isOnLoopback(url, options.yes === true);
  await trusted(url);
  const merchantId = options.merchant ?? (isHere ? demoMerchantId : undefined);
  if (merchantId === undefined) throw new InvalidInput("--merchant: expected the merchant that calls");
  const perSecond = rateOf(options, isHere);
  return {
    ...{ url, merchantId, perSecond, userId: options.user },
    prefix: `cal-${randomBytes(5).toString("hex")}`,
    target: httpTarget({
      url,
      merchantId,
      key: merchantKey(options.privateKey, isHere),
      timeoutMs: options.timeout * 1000,
      turn: rateLimit(perSecond ?? Number.POSITIVE_INFINITY),
    }),
  };
}

/** How many calls a service gets in a second at most. Undefined: any number. */
export const rateOf = ({ rate }: Pick<AgainstOptions, "rate">, isHere: boolean): number | undefined =>
  rate ?? (isHere ? undefined : AWAY_PER_SECOND);

/** True if a base URL leads only to this machine. Throws InvalidInput if it doesn't, and the user hasn't agreed to that. */
export function isOnLoopback(url: string, hasAgreed: boolean): boolean {
  const { host, hostname } = new URL(url);
  if (hasAgreed || isLoopback(hostname)) return isLoopback(hostname);
  throw new InvalidInput(
    `${host} is not on this machine: --yes agrees to send calls there (--plan prints them and sends nothing)`,
  );
}

function merchantKey(file: string | undefined, isHere: boolean): KeyObject {
  if (file === undefined && isHere) return readPrivateKey(demoPrivateKey());
  if (file === undefined)
    throw new InvalidInput("--private-key: expected a file with the merchant's private key (PEM)");
  return keyInFile("private", file, "--private-key");
}

/**
 * Probes the service, shows each step on stderr, and asks the person at the terminal. Throws CommandFailed if the target
 * doesn't answer as a payment service.
 */
export async function probed(
  flags: AgainstOptions,
  { onStep, perSecond, ...options }: Omit<CalibrateOptions, "person" | "clock" | "listener"> & Against,
): Promise<Calibrated> {
  const [{ calibrate }, { personAtTerminal }] = await Promise.all([
    import("../../trust/calibrate/calibrate.js"),
    import("../../trust/calibrate/session/person.js"),
  ]);
  await using listener = await listenerOf(flags);
  if (perSecond !== undefined) {
    const { planned, plannedLength } = await import("../../trust/calibrate/plan.js");
    const plan = await planned({ ...options, listens: listener !== undefined });
    process.stderr.write(`payment-sandbox: ${plannedLength(plan, perSecond)}\n`);
  }
  return await calibrate({
    ...options,
    listener,
    person: personAtTerminal(process.stdin, process.stderr),
    clock: realClock,
    onStep: (step) => {
      process.stderr.write(`  ${step.about.padEnd(40)} ${step.text}\n`);
      onStep?.(step);
    },
  }).catch(commandFailed);
}

/** A fault of the target in one line. */
function commandFailed(error: unknown): never {
  throw error instanceof TargetFault ? new CommandFailed(error.message) : error;
}

interface Probed {
  readonly calibration: Calibration;
  readonly text: string;
  /** How charges were undone. */
  readonly undone?: string | undefined;
  readonly guesses: readonly WrongGuess[];
  /** How the guesses were found. */
  readonly found: string;
}

/** Prints what was found, and writes what else the options ask for. */
export async function writeProbed(
  { questions, issue }: { readonly questions?: string | undefined; readonly issue?: string | undefined },
  { calibration, text, undone, guesses, found }: Probed,
): Promise<void> {
  process.stdout.write(text);
  if (undone !== undefined) process.stdout.write(`${undone}\n`);
  if (questions !== undefined) {
    const { questionsText } = await import("../../trust/calibrate/results/summary.js");
    writeNamed(questions, questionsText(calibration), "--questions");
  }
  if (issue !== undefined) await writeIssue(issue, guesses, found);
}

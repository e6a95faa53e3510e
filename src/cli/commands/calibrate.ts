import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { type Calibration, readCalibration } from "../../config/calibration.js";
import { InvalidInput } from "../../package/errors.js";
import { TargetFault } from "../../trust/fault.js";
import { baseUrlOf } from "../../trust/target-url.js";
import { CommandFailed } from "../failed.js";
import { type AgainstOptions, addAgainstOptions, againstOf, DEMO_MERCHANT, listenerOf } from "../target-options.js";

const MORE = `
Sends signed calls to a test environment of the service and writes down what it does where the sandbox only guesses. It makes
its own orders, and refunds or voids no other; it charges stored cards of --user, 20.00 at most in all. What nobody but a
person can do (pay on the page) is asked for at the terminal, and skipped where there is none. The file goes into
payment-sandbox.config.yaml: calibration: payment-sandbox.calibration.yaml

Examples:
  payment-sandbox calibrate --against https://payments.example --merchant 17 --private-key my.pem --plan
  payment-sandbox calibrate --against https://payments.example --merchant 17 --private-key my.pem --yes
  payment-sandbox calibrate --against http://localhost:4655            another sandbox, as the demo merchant

Exit codes: 0 done, 1 the target does not answer as a payment service (what was learnt is kept: --resume), 2 usage`;

interface CalibrateFlags extends AgainstOptions {
  readonly out: string;
  readonly plan?: true;
  readonly resume?: true;
}

export function calibrateCommand(program: Command): void {
  addAgainstOptions(
    program.command("calibrate").description("find out what the real service does where the sandbox guesses"),
  )
    .option("--out <file>", "where it is written", "payment-sandbox.calibration.yaml")
    .option("--plan", "print what would be sent, and send nothing")
    .option("--resume", "go on from what --out holds")
    .addHelpText("after", MORE)
    .action(async (flags: CalibrateFlags) => {
      if (flags.plan) return printPlan(flags);
      return run(flags);
    });
}

async function printPlan(flags: CalibrateFlags): Promise<void> {
  const url = baseUrlOf("--against", flags.against);
  const { merchant: merchantId = DEMO_MERCHANT, user: userId } = flags;
  const known = flags.resume ? knownOf(resolve(flags.out), flags.out, { url, merchantId, userId }) : undefined;
  const { planned } = await import("../../trust/plan.js");
  let last = "";
  for (const { about, line } of await planned({ merchantId, userId, listens: flags.listen !== undefined, known })) {
    if (about !== last) process.stdout.write(`${about}\n`);
    last = about;
    process.stdout.write(`    ${line}\n`);
  }
}

async function run(flags: CalibrateFlags): Promise<void> {
  const { prefix, ...against } = await againstOf(flags);
  const out = resolve(flags.out);
  requireWritable(out, flags.out);
  const known = flags.resume ? knownOf(out, flags.out, against) : undefined;
  const [{ calibrate }, { writeCalibration }, { personAtTerminal }, { realPace }, { summaryOf }] = await Promise.all([
    import("../../trust/calibrate.js"),
    import("../../trust/calibration-text.js"),
    import("../../trust/terminal-person.js"),
    import("../../trust/pace.js"),
    import("../../trust/summary.js"),
  ]);
  await using listener = await listenerOf(flags);
  try {
    const { calibration, stopped } = await calibrate({
      ...against,
      listener,
      prefix,
      known,
      person: personAtTerminal(process.stdin, process.stderr),
      pace: realPace,
      onStep: ({ about, text, calibration: soFar }) => {
        process.stderr.write(`  ${about.padEnd(40)} ${text}\n`);
        writeCalibration(out, soFar);
      },
    });
    writeCalibration(out, calibration);
    process.stdout.write(summaryOf(calibration));
    if (stopped !== undefined)
      throw new CommandFailed(`${stopped}; what was learnt is kept in ${flags.out}, and --resume goes on from there`);
    process.stdout.write(`wrote ${flags.out}\n`);
  } catch (error) {
    throw error instanceof TargetFault ? new CommandFailed(error.message) : error;
  }
}

/** What cannot be kept is told before anything is sent. */
function requireWritable(path: string, shown: string): void {
  try {
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK);
    if (!statSync(dirname(path)).isDirectory() || statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new Error("expected a file in a folder that is there");
  } catch (error) {
    throw new InvalidInput(`--out: ${shown} cannot be written: ${(error as Error).message}`);
  }
}

type Caller = Pick<Calibration, "merchantId" | "userId"> & { readonly url: string };

function knownOf(path: string, shown: string, { url, merchantId, userId }: Caller): Calibration | undefined {
  if (!existsSync(path)) return undefined;
  const known = readCalibration(path, shown);
  const [is, asked] = [
    `merchant ${known.merchantId} and user ${known.userId} at ${known.target}`,
    `merchant ${merchantId} and user ${userId} at ${url}`,
  ];
  if (is !== asked) throw new InvalidInput(`--resume: ${shown} is of ${is}, not of ${asked}`);
  return known;
}

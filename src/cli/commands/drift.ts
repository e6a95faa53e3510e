import { resolve } from "node:path";
import type { Command } from "commander";
import { readCalibration } from "../../config/calibration.js";
import { InvalidInput } from "../../package/errors.js";
import { TargetFault } from "../../trust/fault.js";
import { CommandFailed } from "../failed.js";
import { type AgainstOptions, addAgainstOptions, againstOf } from "../target-options.js";

const MORE = `
Runs the probes of a calibration again and tells what the service does otherwise now. For a nightly job.

Examples:
  payment-sandbox drift --against https://payments.example --merchant 17 --private-key my.pem --yes \\
    --calibration payment-sandbox.calibration.yaml

Exit codes: 0 as the calibration says, 1 the target does not answer as a payment service, 2 usage or an invalid file,
            8 the service answers otherwise`;

const DRIFTED = 8;

interface DriftFlags extends AgainstOptions {
  readonly calibration: string;
}

export function driftCommand(program: Command): void {
  addAgainstOptions(
    program.command("drift").description("tell what the real service does otherwise than its calibration says"),
  )
    .option("--calibration <file>", "what calibrate wrote", "payment-sandbox.calibration.yaml")
    .addHelpText("after", MORE)
    .action(async (flags: DriftFlags) => {
      process.exitCode = await run(flags);
    });
}

async function run(flags: DriftFlags): Promise<number> {
  const before = readCalibration(resolve(flags.calibration), flags.calibration);
  const against = againstOf(flags);
  if (before.merchantId !== against.merchantId || before.userId !== against.userId)
    throw new InvalidInput(
      `${flags.calibration} was made with --merchant ${before.merchantId} --user ${before.userId}: use the same`,
    );
  const [{ calibrate }, { driftBetween, driftText, unseenNow }, { personAtTerminal }, { realPace }] = await Promise.all(
    [
      import("../../trust/calibrate.js"),
      import("../../trust/drift.js"),
      import("../../trust/terminal-person.js"),
      import("../../trust/pace.js"),
    ],
  );
  const { calibration: now, stopped } = await calibrate({
    ...against,
    person: personAtTerminal(process.stdin, process.stderr),
    pace: realPace,
    onStep: ({ about, text }) => process.stderr.write(`  ${about.padEnd(40)} ${text}\n`),
  }).catch((error: unknown) => {
    throw error instanceof TargetFault ? new CommandFailed(error.message) : error;
  });
  const drift = driftBetween(before, now);
  const unseen = unseenNow(before, now);
  process.stdout.write(driftText(drift));
  if (unseen.length > 0) process.stdout.write(`could not be looked at this time: ${unseen.join(", ")}\n`);
  if (drift.length > 0) return DRIFTED;
  if (stopped !== undefined) throw new CommandFailed(stopped);
  process.stdout.write(`as ${flags.calibration} says\n`);
  return 0;
}

import { resolve } from "node:path";
import type { Command } from "commander";
import { readCalibration } from "../../config/calibration.js";
import { InvalidInput } from "../../package/errors.js";
import { TargetFault } from "../../trust/fault.js";
import { CommandFailed } from "../failed.js";
import { type Against, type AgainstOptions, addAgainstOptions, againstOf, listenerOf } from "../target-options.js";
import { wholeOf } from "../whole-option.js";

const MORE = `
Runs the probes of a calibration again and tells what the service does otherwise now. For a nightly job.

Examples:
  payment-sandbox drift --against https://payments.example --merchant 17 --private-key my.pem --yes \\
    --calibration payment-sandbox.calibration.yaml

  payment-sandbox drift --against http://localhost:4655 --walks 50 --seed 7

--walks runs random programs of safe calls against the service and against a sandbox that answers as the calibration says, and
shrinks what differs to the fewest calls that show it.

Exit codes: 0 as the calibration says, 1 the target does not answer as a payment service, 2 usage or an invalid file,
            8 the service answers otherwise`;

const DRIFTED = 8;

interface DriftFlags extends AgainstOptions {
  readonly calibration: string;
  readonly walks: number;
  readonly seed: number;
}

export function driftCommand(program: Command): void {
  addAgainstOptions(
    program.command("drift").description("tell what the real service does otherwise than its calibration says"),
  )
    .option("--calibration <file>", "what calibrate wrote", "payment-sandbox.calibration.yaml")
    .option("--walks <n>", "random programs to run besides", wholeOf("--walks", 0, 10_000), 0)
    .option("--seed <s>", "what the programs are drawn from", wholeOf("--seed", 0, 2_147_483_647), 1)
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
  await using listener = await listenerOf(flags);
  const { calibration: now, stopped } = await calibrate({
    ...against,
    listener,
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
  if (stopped !== undefined && drift.length === 0) throw new CommandFailed(stopped);
  const found = stopped === undefined && flags.walks > 0 ? await walk(flags, against) : 0;
  if (drift.length > 0 || found > 0) return DRIFTED;
  process.stdout.write(`as ${flags.calibration} says\n`);
  return 0;
}

/** Prints each difference; answers how many there are. */
async function walk({ calibration, walks, seed }: DriftFlags, against: Against): Promise<number> {
  const { walkAgainst } = await import("../../trust/walks/against.js");
  const { walkText } = await import("../../trust/walks/text.js");
  const differences = await walkAgainst({ ...against, calibration: resolve(calibration), walks, seed }).catch(
    (error: unknown) => {
      throw error instanceof TargetFault ? new CommandFailed(error.message) : error;
    },
  );
  for (const difference of differences) process.stdout.write(walkText(difference, seed));
  process.stdout.write(`${walks} walks of seed ${seed}: ${differences.length} differ\n`);
  return differences.length;
}

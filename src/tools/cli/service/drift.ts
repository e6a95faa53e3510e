import { resolve } from "node:path";
import type { Command } from "@commander-js/extra-typings";
import { CommandFailed, InvalidInput } from "../../../package/errors.js";
import { readCalibration } from "../../../server/options/calibration.js";
import type { OptionsOf } from "../value-options.js";
import {
  addAgainstOptions,
  againstOf,
  againstOption,
  minComparedOption,
  percentText,
  probed,
  TOO_LITTLE_COMPARED,
  writeProbed,
} from "./against.js";
import { issueOption, requireWritable } from "./issue.js";

const MORE = `
Repeats the checks of a calibration and reports where the service has changed. Meant for a nightly job.

Examples:
  payment-sandbox drift --against https://payments.example --merchant 17 --private-key my.pem --yes \\
    --calibration payment-sandbox.calibration.yaml

It charges stored cards up to 20.00 in total.

--accept writes the changes into the calibration and exits with 0.

Exit codes: 0 matches the calibration, 1 the target does not answer as a payment service, 2 usage or an invalid file,
            8 the service answers differently, 9 fewer entries could be checked than --min-compared requires`;

const DRIFTED = 8;

const declared = (program: Command) =>
  addAgainstOptions(
    program
      .command("drift")
      .description("report where the service no longer matches its calibration")
      .addOption(againstOption().makeOptionMandatory()),
  )
    .option("--calibration <file>", "the calibration file", "payment-sandbox.calibration.yaml")
    .option("--accept [reason]", "update the calibration with the changes, the date and the reason")
    .option("--questions <file>", "write the open assumptions as questions to the provider (Markdown)")
    .addOption(issueOption())
    .addOption(minComparedOption(80))
    .addHelpText("after", MORE);

type DriftFlags = OptionsOf<typeof declared>;

export const addDrift = (program: Command): void =>
  void declared(program).action(async (flags) => {
    process.exitCode = await run(flags);
  });

async function run(flags: DriftFlags): Promise<number> {
  const before = readCalibration(resolve(flags.calibration), flags.calibration);
  requireWritable("--issue", flags.issue);
  const against = await againstOf(flags);
  if (before.merchantId !== against.merchantId || before.userId !== against.userId)
    throw new InvalidInput(
      `${flags.calibration} was made with --merchant ${before.merchantId} --user ${before.userId}: use the same`,
    );
  const [{ accepted, comparedShare, driftBetween, driftText, unseenNow }, { writeCalibration }, { guessesOfDrift }] =
    await Promise.all([
      import("../../trust/calibrate/results/drift.js"),
      import("../../trust/calibrate/results/summary.js"),
      import("../../trust/issue/from-calibration.js"),
    ]);
  const { calibration: now, stopped, undone } = await probed(flags, against);
  const drift = driftBetween(before, now);
  await writeProbed(flags, {
    ...{ calibration: now, text: driftText(drift), undone, guesses: guessesOfDrift(drift, now) },
    found: "Found by `drift`: the service has changed since its calibration.",
  });
  const isAccepted = flags.accept !== undefined && drift.length > 0;
  const unseen = unseenNow(before, now);
  if (isAccepted) {
    writeCalibration(resolve(flags.calibration), accepted(before, now, flags.accept === true ? "" : flags.accept!));
    process.stdout.write(`accepted into ${flags.calibration}\n`);
  } else if (unseen.length > 0) process.stdout.write(`could not be checked this time: ${unseen.join(", ")}\n`);
  const isDrifted = drift.length > 0 && !isAccepted;
  if (stopped !== undefined && !isDrifted) throw new CommandFailed(stopped);
  if (stopped !== undefined) process.stderr.write(`payment-sandbox: ${stopped}\n`);
  if (isDrifted) return DRIFTED;
  const share = comparedShare(before, now);
  if (share * 100 < flags.minCompared) {
    process.stdout.write(
      `too few entries could be compared: ${percentText(share)}, expected at least ${flags.minCompared} %\n`,
    );
    return TOO_LITTLE_COMPARED;
  }
  process.stdout.write(`matches ${flags.calibration}\n`);
  return 0;
}

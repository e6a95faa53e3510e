import { join, resolve } from "node:path";
import type { Command } from "@commander-js/extra-typings";
import { plural } from "../../../core/scenario/values/plural.js";
import { CommandFailed, InvalidInput } from "../../../package/errors.js";
import { makeFolder } from "../../../package/make-folder.js";
import { writeNamed } from "../../../package/whole-file.js";
import { type Calibration, readCalibration } from "../../../server/options/calibration.js";
import { MAX_SEED } from "../../../server/options/options.js";
import { Budget } from "../../trust/calibrate/session/charges.js";
import type { WalkDifference } from "../../trust/walks/walks.js";
import type { OptionsOf } from "../options/value-options.js";
import { valueOption, wholeFrom } from "../options/value-options.js";
import {
  type Against,
  addAgainstOptions,
  againstOf,
  commandFailed,
  minComparedOption,
  percentText,
  probed,
  TOO_LITTLE_COMPARED,
  writeQuestions,
} from "./against.js";
import { issueOption, requireWritable, writeIssue } from "./issue.js";

const MORE = `
Repeats the checks of a calibration and reports where the service has changed. Meant for a nightly job.

Examples:
  payment-sandbox drift --against https://payments.example --merchant 17 --private-key my.pem --yes \\
    --calibration payment-sandbox.calibration.yaml

  payment-sandbox drift --against http://localhost:4655 --walks 50 --seed 7 --save differences

--walks sends random sequences of safe calls to the service and to a sandbox that uses the calibration, and
shrinks each difference to the fewest calls that show it, printed as a transcript and as a scenario file. Checks
and walks charge stored cards up to 20.00 in total. After that, the walks continue without charges.

--accept writes the changes into the calibration and exits with 0.

Exit codes: 0 matches the calibration, 1 the target does not answer as a payment service, 2 usage or an invalid file,
            8 the service answers differently, 9 fewer entries could be checked than --min-compared requires`;

const DRIFTED = 8;

/** Creates the folder at once, so that a bad path is reported before anything is sent. */
function folder(path: string): string {
  try {
    makeFolder(path);
    return path;
  } catch (error) {
    throw new InvalidInput(`--save: ${(error as Error).message}`);
  }
}

const declared = (program: Command) =>
  addAgainstOptions(
    program
      .command("drift")
      .description("report where the service no longer matches its calibration")
      .requiredOption("--against <base-url>", "base URL of the service to call"),
  )
    .option("--calibration <file>", "the calibration file", "payment-sandbox.calibration.yaml")
    .addOption(
      valueOption("--walks <n>", "additional random sequences of calls to run", wholeFrom(0, 10_000)).default(0),
    )
    .addOption(valueOption("--seed <s>", "seed of the random sequences", wholeFrom(0, MAX_SEED)).default(1))
    .option("--save <dir>", "write the scenario file of each difference to this folder instead of stdout", folder)
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
  const budget = new Budget();
  const { drifted, stopped, share } = await probe(flags, { before, against, budget });
  if (stopped !== undefined) {
    if (drifted === 0) throw new CommandFailed(stopped);
    process.stderr.write(`payment-sandbox: ${stopped}\n`);
    return DRIFTED;
  }
  const differing = flags.walks > 0 ? await walk(flags, { against, budget }) : 0;
  if (drifted > 0 || differing > 0) return DRIFTED;
  if (share * 100 < flags.minCompared) {
    process.stdout.write(
      `too few entries could be compared: ${percentText(share)}, expected at least ${flags.minCompared} %\n`,
    );
    return TOO_LITTLE_COMPARED;
  }
  process.stdout.write(`matches ${flags.calibration}\n`);
  return 0;
}

interface Probed {
  readonly before: Calibration;
  readonly against: Against;
  readonly budget: Budget;
}

/**
 * Repeats the probes and prints the changes. Returns their number, the share checked, and why it stopped early, if it
 * did.
 */
async function probe(flags: DriftFlags, { before, against, budget }: Probed) {
  const [{ accepted, comparedShare, driftBetween, driftText, unseenNow }, { writeCalibration }] = await Promise.all([
    import("../../trust/calibrate/results/drift.js"),
    import("../../trust/calibrate/results/summary.js"),
  ]);
  const { calibration: now, stopped, undone } = await probed(flags, { ...against, budget });
  const drift = driftBetween(before, now);
  const unseen = unseenNow(before, now);
  process.stdout.write(driftText(drift));
  if (undone !== undefined) process.stdout.write(`${undone}\n`);
  await writeQuestions(flags.questions, now);
  if (flags.issue !== undefined) {
    const { guessesOfDrift } = await import("../../trust/issue/from-calibration.js");
    await writeIssue(
      flags.issue,
      guessesOfDrift(drift, now),
      "Found by `drift`: the service has changed since its calibration.",
    );
  }
  if (flags.accept !== undefined && drift.length > 0) {
    writeCalibration(resolve(flags.calibration), accepted(before, now, flags.accept === true ? "" : flags.accept));
    process.stdout.write(`accepted into ${flags.calibration}\n`);
    return { drifted: 0, stopped, share: comparedShare(before, now) };
  }
  if (unseen.length > 0) process.stdout.write(`could not be checked this time: ${unseen.join(", ")}\n`);
  return { drifted: drift.length, stopped, share: comparedShare(before, now) };
}

/** Prints each difference once it is found. Returns their number. */
async function walk(
  { calibration, walks, seed, save }: DriftFlags,
  { against, budget }: Pick<Probed, "against" | "budget">,
): Promise<number> {
  const [{ walkAgainst }, { scenarioNameOf, walkScenario, walkText }] = await Promise.all([
    import("../../trust/walks/against.js"),
    import("../../trust/walks/text.js"),
  ]);
  const { merchantId } = against;
  const onDifference = (difference: WalkDifference): void => {
    const scenario = walkScenario(difference, { seed, merchantId });
    process.stdout.write(walkText(difference, seed));
    if (save === undefined) process.stdout.write(`  as a scenario file:\n${scenario.replace(/^(?=.)/gm, "  ")}`);
    else {
      const file = join(save, `${scenarioNameOf(difference, seed)}.scenario.yaml`);
      writeNamed(file, scenario, "--save");
      process.stdout.write(`  wrote ${file}\n`);
    }
  };
  const onWalk = (number: number) => process.stderr.write(`  walk ${number} of ${walks}\n`);
  const given = { calibration: resolve(calibration), walks, seed, budget, onDifference, onWalk };
  const { differences, unsteady, undone } = await walkAgainst({ ...against, ...given }).catch(commandFailed);
  if (undone !== undefined) process.stdout.write(`${undone}\n`);
  const once = unsteady === 0 ? "" : `; ${unsteady} more did not happen again`;
  process.stdout.write(`${walks} walks of seed ${seed}: ${plural(differences.length, "difference")}${once}\n`);
  return differences.length;
}

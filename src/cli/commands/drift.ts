import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { type Calibration, readCalibration } from "../../config/calibration.js";
import { InvalidInput } from "../../package/errors.js";
import { TargetFault } from "../../trust/fault.js";
import { Purse } from "../../trust/purse.js";
import type { WalkDifference } from "../../trust/walks/walks.js";
import { CommandFailed } from "../failed.js";
import { type Against, type AgainstOptions, addAgainstOptions, againstOf, listenerOf } from "../target-options.js";
import { wholeOf } from "../whole-option.js";

const MORE = `
Runs the probes of a calibration again and tells what the service does otherwise now. For a nightly job.

Examples:
  payment-sandbox drift --against https://payments.example --merchant 17 --private-key my.pem --yes \\
    --calibration payment-sandbox.calibration.yaml

  payment-sandbox drift --against http://localhost:4655 --walks 50 --seed 7 --save differences

--walks runs random programs of safe calls against the service and against a sandbox that answers as the calibration says, and
shrinks what differs to the fewest calls that show it. Each is printed as a transcript and as a scenario file. What the probes
and the walks charge to stored cards is 20.00 at most in all; then the walks go on without charges.

Exit codes: 0 as the calibration says, 1 the target does not answer as a payment service, 2 usage or an invalid file,
            8 the service answers otherwise`;

const DRIFTED = 8;

/** Made at once: a folder that cannot be is told before anything is sent. */
function folder(path: string): string {
  try {
    mkdirSync(path, { recursive: true });
    return path;
  } catch (error) {
    throw new InvalidInput(`--save: ${(error as Error).message}`);
  }
}

interface DriftFlags extends AgainstOptions {
  readonly calibration: string;
  readonly walks: number;
  readonly seed: number;
  readonly save?: string;
}

export function driftCommand(program: Command): void {
  addAgainstOptions(
    program.command("drift").description("tell what the real service does otherwise than its calibration says"),
  )
    .option("--calibration <file>", "what calibrate wrote", "payment-sandbox.calibration.yaml")
    .option("--walks <n>", "random programs to run besides", wholeOf("--walks", 0, 10_000), 0)
    .option("--seed <s>", "what the programs are drawn from", wholeOf("--seed", 0, 2_147_483_647), 1)
    .option("--save <dir>", "write the scenario file of each difference there instead of to stdout", folder)
    .addHelpText("after", MORE)
    .action(async (flags: DriftFlags) => {
      process.exitCode = await run(flags);
    });
}

async function run(flags: DriftFlags): Promise<number> {
  const before = readCalibration(resolve(flags.calibration), flags.calibration);
  const against = await againstOf(flags);
  if (before.merchantId !== against.merchantId || before.userId !== against.userId)
    throw new InvalidInput(
      `${flags.calibration} was made with --merchant ${before.merchantId} --user ${before.userId}: use the same`,
    );
  const purse = new Purse();
  const { drifted, stopped } = await probe(flags, { before, against, purse });
  if (stopped !== undefined) {
    if (drifted === 0) throw new CommandFailed(stopped);
    process.stderr.write(`payment-sandbox: ${stopped}\n`);
    return DRIFTED;
  }
  const differing = flags.walks > 0 ? await walk(flags, { against, purse }) : 0;
  if (drifted > 0 || differing > 0) return DRIFTED;
  process.stdout.write(`as ${flags.calibration} says\n`);
  return 0;
}

interface Probed {
  readonly before: Calibration;
  readonly against: Against;
  readonly purse: Purse;
}

/** Runs the probes again and prints what changed; answers how much, and why the target could not be asked to the end. */
async function probe(flags: DriftFlags, { before, against, purse }: Probed) {
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
    purse,
    listener,
    person: personAtTerminal(process.stdin, process.stderr),
    pace: realPace,
    onStep: ({ about, text }) => process.stderr.write(`  ${about.padEnd(40)} ${text}\n`),
  }).catch(inOneLine);
  const drift = driftBetween(before, now);
  const unseen = unseenNow(before, now);
  process.stdout.write(driftText(drift));
  if (unseen.length > 0) process.stdout.write(`could not be looked at this time: ${unseen.join(", ")}\n`);
  return { drifted: drift.length, stopped };
}

function inOneLine(error: unknown): never {
  throw error instanceof TargetFault ? new CommandFailed(error.message) : error;
}

/** Prints each difference when it is found; answers how many there are. */
async function walk(
  { calibration, walks, seed, save }: DriftFlags,
  { against, purse }: Pick<Probed, "against" | "purse">,
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
      writeFileSync(file, scenario);
      process.stdout.write(`  wrote ${file}\n`);
    }
  };
  const onWalk = (number: number) => process.stderr.write(`  walk ${number} of ${walks}\n`);
  const given = { calibration: resolve(calibration), walks, seed, purse, onDifference, onWalk };
  const { differences, unsteady } = await walkAgainst({ ...against, ...given }).catch(inOneLine);
  const once = unsteady === 0 ? "" : `; ${unsteady} more came once and not again`;
  process.stdout.write(`${walks} walks of seed ${seed}: ${countOf(differences.length)}${once}\n`);
  return differences.length;
}

const countOf = (differences: number): string => (differences === 1 ? "1 difference" : `${differences} differences`);

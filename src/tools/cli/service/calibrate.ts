import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "@commander-js/extra-typings";
import * as z from "zod";
import { noDayFault } from "../../../core/domain/instant-fault.js";
import { assumptions } from "../../../core/facts/assumptions.js";
import { demoMerchantId } from "../../../package/demo-keys.js";
import { CommandFailed, InvalidInput } from "../../../package/errors.js";
import { type Calibration, readCalibration } from "../../../server/options/calibration.js";
import type { Kind } from "../../../server/options/kinds.js";
import { archiveBaseOption, type OptionsOf, valueOption } from "../value-options.js";
import {
  type AgainstOptions,
  addAgainstOptions,
  againstOf,
  againstOption,
  isOnLoopback,
  minComparedOption,
  percentText,
  probed,
  rateOf,
  TOO_LITTLE_COMPARED,
  writeProbed,
} from "./against.js";
import { issueOption, requireWritable } from "./issue.js";

const MORE = `
Tests the sandbox's assumptions with signed calls to a test environment of the service, and records the results. With two
calls a second (--rate), that takes five to ten minutes; --plan counts the calls. It makes its own orders and refunds or
voids no others. It charges stored cards of --user, up to 20.00 in total. For steps that only a person can do (pay on the
page), it asks at the terminal, or skips them if there is none. To use the result, add this to payment-sandbox.config.yaml: calibration: payment-sandbox.calibration.yaml

--from reads recorded calls instead: HTTP archives, files from record, JSON lines, and text logs of shops. It sends
nothing, and settles an assumption only if no other choice can explain the calls. An interrupted run continues from its file.

Examples:
  payment-sandbox calibrate --against https://payments.example --merchant 17 --private-key my.pem --plan
  payment-sandbox calibrate --against https://payments.example --merchant 17 --private-key my.pem --yes
  payment-sandbox calibrate --against http://localhost:4655            another sandbox, as the demo merchant
  payment-sandbox calibrate --from shop.har payments.log --since 2026-01-01 --out from-log.yaml
  payment-sandbox calibrate diff from-log.yaml payment-sandbox.calibration.yaml

Exit codes: 0 done, 1 the target does not answer as a payment service (results are kept, and the next run continues from
            there), 2 usage or an invalid file, 9 a smaller share was settled than --min-compared requires
            calibrate diff: 0 no difference, 1 the two differ`;

const date: Kind<z.ZodNumber> = {
  schema: () => z.number(),
  expected: "a date such as 2026-01-31",
  fromText: (text) => (noDayFault(text) === undefined ? Date.parse(text) : Number.NaN),
};

const declared = (program: Command) =>
  addAgainstOptions(
    program
      .command("calibrate")
      .description("test the sandbox's assumptions against the real service")
      .addOption(againstOption()),
  )
    .option("--from <file...>", "read recorded calls instead of calling a service: .har, .jsonl, logs")
    .addOption(archiveBaseOption())
    .addOption(valueOption("--since <date>", "with --from: ignore earlier calls", date))
    .addOption(valueOption("--until <date>", "with --from: ignore later calls", date))
    .option("--questions <file>", "write the open assumptions as questions to the provider (Markdown)")
    .addOption(issueOption())
    .addOption(minComparedOption(0))
    .option("--out <file>", "file to write", "payment-sandbox.calibration.yaml")
    .option("--plan", "print the calls without sending them")
    .option("--resume", "continue the run in --out (default: if it was interrupted)")
    .option("--no-resume", "begin anew")
    .addHelpText("after", MORE);

type CalibrateFlags = OptionsOf<typeof declared>;

export function addCalibrate(program: Command): void {
  const command = declared(program).action(async (flags) => {
    if (flags.from) process.exitCode = await runFrom(flags, flags.from);
    else if (flags.plan) await printPlan(requireAgainst(flags));
    else process.exitCode = await run(requireAgainst(flags));
  });
  command
    .command("diff")
    .description("show the differences between two calibrations")
    .argument("<a>", "a calibration file")
    .argument("<b>", "another one")
    .action(async (a, b) => {
      const { calibrationDiff } = await import("../../trust/calibrate/results/drift.js");
      const { text, count } = calibrationDiff(readCalibration(resolve(a), a), readCalibration(resolve(b), b));
      process.stdout.write(text);
      process.exitCode = count > 0 ? 1 : 0;
    });
}

type AgainstFlags = CalibrateFlags & AgainstOptions;

function requireAgainst(flags: CalibrateFlags): AgainstFlags {
  const { against } = flags;
  if (against === undefined) throw new InvalidInput("calibrate: expected --against <base-url>, or --from <file>");
  return { ...flags, against };
}

/** Confirms assumptions from recorded calls. Sends nothing. */
async function runFrom(flags: CalibrateFlags, files: readonly string[]): Promise<number> {
  const { base, out, minCompared } = flags;
  if (flags.against !== undefined)
    throw new InvalidInput("--from and --against exclude each other: --from sends nothing");
  if (existsSync(out))
    throw new InvalidInput(
      `--out: ${out} already exists: choose another file, and compare the two with calibrate diff`,
    );
  requireWritable("--out", out);
  requireWritable("--issue", flags.issue);
  const [{ readLogs }, { calibrationFromLog }] = await Promise.all([
    import("../../trust/recording/read-log.js"),
    import("../../trust/from-log/from-log.js"),
  ]);
  const recorded = readLogs(files, flags);
  if (recorded.length === 0) throw new InvalidInput(`${files.join(", ")}: no payment API calls found`);
  const target = base ?? "log:recorded-calls";
  const { calibration, calls, touched, settled } = await calibrationFromLog({ recorded, target, now: Date.now() });
  await writeResults(flags, calibration);
  const share = touched === 0 ? 0 : settled / touched;
  process.stdout.write(
    `${calls} calls touch ${touched} assumptions; ${settled} of them are settled (${percentText(share)}), which is ${percentText(settled / choosable())} of all ${choosable()}\n`,
  );
  process.stdout.write(`wrote ${out}\n`);
  return share * 100 < minCompared ? TOO_LITTLE_COMPARED : 0;
}

const choosable = (): number => assumptions.filter(({ choices }) => choices.length > 1).length;

async function printPlan(flags: AgainstFlags): Promise<void> {
  const { against: url, merchant: merchantId = demoMerchantId, user: userId } = flags;
  const known = knownOf(flags, { url, merchantId, userId });
  const { planned, plannedLength } = await import("../../trust/calibrate/plan.js");
  const all = await planned({ merchantId, userId, listens: flags.listen !== undefined, known });
  let last = "";
  for (const { about, line } of all) {
    if (about !== last) process.stdout.write(`${about}\n`);
    last = about;
    process.stdout.write(`    ${line}\n`);
  }
  process.stdout.write(`${plannedLength(all, rateOf(flags, isOnLoopback(url, true)))}\n`);
}

async function run(flags: AgainstFlags): Promise<number> {
  const against = await againstOf(flags);
  const out = resolve(flags.out);
  requireWritable("--out", flags.out);
  requireWritable("--issue", flags.issue);
  const known = knownOf(flags, against);
  const { writeCalibration } = await import("../../trust/calibrate/results/summary.js");
  const { calibration, stopped, undone } = await probed(flags, {
    ...against,
    known,
    onStep: ({ calibration: soFar }) => writeCalibration(out, soFar),
  });
  await writeResults(flags, calibration, undone);
  if (stopped !== undefined)
    throw new CommandFailed(
      `${stopped}; the results so far are in ${flags.out}, and the next run continues from there`,
    );
  process.stdout.write(`wrote ${flags.out}\n`);
  const settled = Object.keys(calibration.assumptions).length + Object.keys(calibration.findings).length;
  return (100 * settled) / choosable() < flags.minCompared ? TOO_LITTLE_COMPARED : 0;
}

/** Writes the file, and what else the options ask for. Prints a summary, and how charges were undone. */
async function writeResults(flags: CalibrateFlags, calibration: Calibration, undone?: string) {
  const [{ calibrationSummary, writeCalibration }, { guessesOfCalibration }] = await Promise.all([
    import("../../trust/calibrate/results/summary.js"),
    import("../../trust/issue/from-calibration.js"),
  ]);
  writeCalibration(resolve(flags.out), calibration);
  const guesses = guessesOfCalibration(calibration);
  const text = calibrationSummary(calibration);
  await writeProbed(flags, { calibration, text, undone, guesses, found: "Found by `calibrate`." });
}

type Caller = Pick<Calibration, "merchantId" | "userId"> & { readonly url: string };

/** Resumes an interrupted run, unless there is --no-resume. */
function knownOf({ out: shown, resume }: CalibrateFlags, { url, merchantId, userId }: Caller): Calibration | undefined {
  const path = resolve(shown);
  if (resume === false || !existsSync(path)) return undefined;
  const known = readCalibration(path, shown);
  if (resume !== true && !known.partial) return undefined;
  const [is, asked] = [
    `merchant ${known.merchantId} and user ${known.userId} at ${known.target}`,
    `merchant ${merchantId} and user ${userId} at ${url}`,
  ];
  if (is !== asked)
    throw new InvalidInput(`--resume: ${shown} is for ${is}, not for ${asked} (--no-resume starts over)`);
  return known;
}

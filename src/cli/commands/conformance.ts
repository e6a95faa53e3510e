import { type Command, Option } from "commander";
import { type JudgeFormat, judgeFormats } from "../../judge/reports/formats.js";
import { InvalidInput } from "../../package/errors.js";
import type { ReportTarget } from "../../reports/write.js";
import { addJudgeOptions, type JudgeFlags, judgeRequest } from "../options/judge-options.js";
import { reportOption } from "../options/report-option.js";
import { wholeOf } from "../options/value-options.js";
import type { ConformanceOptions } from "../runs/conformance.js";
import type { RunJudgeOptions } from "../runs/judge.js";

const MORE = `
Judges the shop, and groups the results by tests with permanent ids (see docs/conformance.md). Results are PASS,
FAIL, WARN, NOT VERIFIED (a skip is never a pass) and NOT APPLICABLE. The results are unofficial.

Profiles: hc hosted checkout, tk tokens, rv refund and void, nt notifications, rc recovery, cc concurrency, cr crash,
fw moving on; or all.

Examples:
  payment-sandbox conformance -- npm test
  payment-sandbox conformance --profile hc,nt --report html=conformance.html -- npm test
  payment-sandbox conformance --claim claim.json --sign key.pem --shop-version 2.4.1 -- npm test
  payment-sandbox conformance --baseline conformance.json -- npm test    known failures don't fail the run
  payment-sandbox conformance verify claim.json --signed-by vendor.public.pem
  payment-sandbox conformance verify claim.json --rerun -- npm test

Exit codes:
  0         no test failed
  1         the dry run itself failed; verify: the claim was changed, has expired, has another
            signer than --signed-by or another shop version than --shop-version, or a result
            differs
  2         usage, an invalid file, or a command that cannot be run
  3         could not start
  4         more tests are not verified than --max-unverified
  6         a test failed
  130, 143  stopped by SIGINT, SIGTERM`;

interface Flags extends JudgeFlags, Omit<ConformanceOptions, keyof RunJudgeOptions | "earlier"> {
  readonly report?: readonly ReportTarget<JudgeFormat>[];
}

export function conformanceCommand(program: Command): void {
  const command = program
    .command("conformance")
    .description("test a shop against named requirements, and write a claim")
    .usage("[options] -- <command...>")
    .argument("<command...>", "the command and its arguments");
  addJudgeOptions(command)
    .addOption(new Option("--profile <names>", "profiles to test, comma-separated").default("all"))
    .addOption(
      new Option("--max-unverified <n>", "maximum number of tests that may be not verified")
        .argParser(wholeOf("--max-unverified", 0, 1000))
        .default(0),
    )
    .addOption(new Option("--claim <file>", "write the results with hashes, for conformance verify"))
    .addOption(new Option("--sign <pem>", "sign the claim with this private key"))
    .addOption(new Option("--shop-version <text>", "the shop's version, stated in the claim"))
    .addOption(reportOption(judgeFormats))
    .addHelpText("after", MORE)
    .action(async (words: readonly string[], { report: reports = [], baseline: earlier, ...own }: Flags) => {
      const [{ runConformance }, request] = await Promise.all([
        import("../runs/conformance.js"),
        judgeRequest("conformance", command, words, own),
      ]);
      process.exitCode = await runConformance({ ...request, ...own, earlier, reports });
    });
  verifyCommand(command);
}

interface VerifyFlags extends JudgeFlags {
  readonly rerun?: true;
  readonly signedBy?: string;
  readonly shopVersion?: string;
}

function verifyCommand(conformance: Command): void {
  const command = conformance
    .command("verify")
    .description("check a claim; with --rerun, run it again")
    .usage("<claim> [--rerun [options] -- <command...>]")
    .argument("<claim>", "a claim file (conformance --claim)")
    .argument("[command...]", "with --rerun: the command and its arguments");
  addJudgeOptions(command)
    .addOption(new Option("--rerun", "run the claim's profiles again, and compare each result"))
    .addOption(new Option("--signed-by <pem>", "the public key that must have signed the claim"))
    .addOption(new Option("--shop-version <text>", "the version of the shop that the claim must be for"))
    .action(async (file: string, words: readonly string[]) => {
      takeOptions(conformance, command);
      const { rerun, signedBy, shopVersion, ...own } = command.opts<VerifyFlags>();
      if (!rerun && words.length > 0) throw new InvalidInput("conformance verify: add --rerun to run a command");
      const { verifyClaim } = await import("../runs/conformance.js");
      const request = rerun ? await judgeRequest("conformance verify", command, words, own) : undefined;
      process.exitCode = await verifyClaim(file, { rerun: request, signedBy, shopVersion });
    });
}

/** If both commands have an option, Commander gives it to `conformance`, even if it was typed after `verify`. */
function takeOptions(from: Command, to: Command): void {
  for (const option of to.options.map((one) => one.attributeName()))
    if (from.getOptionValueSource(option) === "cli")
      to.setOptionValueWithSource(option, from.getOptionValue(option), "cli");
}

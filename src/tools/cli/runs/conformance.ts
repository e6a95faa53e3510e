import type { Command, CommandUnknownOpts } from "@commander-js/extra-typings";
import { InvalidInput } from "../../../package/errors.js";
import { valueOption, wholeFrom } from "../value-options.js";
import { addJudgeOptions, judgeRequest, RESULTS } from "./judge-options.js";
import { reportOption, takesCommand } from "./run-options.js";

const MORE = `
Judges the shop, and groups the results by tests with permanent ids (see docs/conformance.md). Results are PASS,
FAIL, WARN, NOT VERIFIED (a skip is never a pass) and NOT APPLICABLE. The results are unofficial.

Profiles: hc hosted checkout, tk tokens, rv refund and void, nt notifications, rc recovery, cc concurrency, cr crash,
fw moving on; or all.

Examples:
  payment-sandbox conformance -- npm test
  payment-sandbox conformance --profile hc,nt --report html=conformance.html -- npm test
  payment-sandbox conformance --claim claim.json --sign key.pem --shop-name my-shop --shop-version 2.4.1 -- npm test
  payment-sandbox conformance --baseline conformance.json -- npm test    known failures don't fail the run
  payment-sandbox conformance verify claim.json --signed-by vendor.public.pem
  payment-sandbox conformance verify claim.json --rerun -- npm test

Exit codes:
  0         no test failed
  1         the dry run itself failed; verify: the claim was changed, has expired, has another
            signer than --signed-by, another shop than --shop-name or another version than
            --shop-version, or a result differs
  2         usage, an invalid file, or a command that cannot be run
  3         could not start
  4         more tests are not verified than --max-unverified
  6         a test failed
  130, 143  stopped by SIGINT, SIGTERM`;

export function addConformance(program: Command): void {
  const command = takesCommand(
    program.command("conformance").description("test a shop against named requirements, and write a claim"),
  );
  const asked = command
    .optionsGroup("Which tests:")
    .option("--profile <names>", "profiles to test, comma-separated", "all");
  addJudgeOptions(asked)
    .optionsGroup(RESULTS)
    .addOption(
      valueOption(
        "--max-unverified <n>",
        "maximum number of tests that may be not verified",
        wholeFrom(0, 1000),
      ).default(0),
    )
    .option("--claim <file>", "write the results with hashes, for conformance verify")
    .option("--sign <pem>", "sign the claim with this private key")
    .option("--shop-name <text>", "the shop's name, stated in the claim")
    .option("--shop-version <text>", "the shop's version, stated in the claim")
    .addOption(reportOption())
    .addHelpText("after", MORE)
    .action(async (words, flags) => {
      const [{ runConformance }, request] = await Promise.all([
        import("./run-conformance.js"),
        judgeRequest(command, words, { ...flags, baseline: undefined }),
      ]);
      process.exitCode = await runConformance(request, flags);
    });
  addVerify(command);
}

function addVerify(conformance: CommandUnknownOpts): void {
  const command = conformance
    .command("verify")
    .description("check a claim; with --rerun, run it again")
    .usage("<claim> [--rerun [options] -- <command...>]")
    .argument("<claim>", "a claim file (conformance --claim)")
    .argument("[command...]", "with --rerun: the command and its arguments");
  const asked = command
    .optionsGroup("The claim:")
    .option("--rerun", "run the claim's profiles again, and compare each result")
    .option("--signed-by <pem>", "the public key that must have signed the claim")
    .option("--shop-name <text>", "the shop that the claim must be for")
    .option("--shop-version <text>", "the version of the shop that the claim must be for");
  const declared = addJudgeOptions(asked).action(async (file, words) => {
    const flags = declared.opts();
    if (!flags.rerun && words.length > 0) throw new InvalidInput("conformance verify: add --rerun to run a command");
    const { verifyClaim } = await import("./run-conformance.js");
    if (flags.rerun && words.length > 0 && !process.argv.includes("--"))
      throw new InvalidInput(
        "conformance verify: expected -- before the command, because options may follow the claim",
      );
    const rerun = flags.rerun && (await judgeRequest(command, words, flags));
    process.exitCode = await verifyClaim(file, flags, rerun);
  });
}

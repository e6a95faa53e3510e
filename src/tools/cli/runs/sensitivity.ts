import type { Command } from "@commander-js/extra-typings";
import { addRunOptions, ofKept, ofStanding, resolvedForCheck } from "../server/server-options.js";
import { jobsOption, severalValues, someTime, timeoutOption, valueOption, wholeFrom } from "../value-options.js";
import { reportOption, takesCommand } from "./run-options.js";

const MORE = `
The command first runs unchanged and must pass. Then it runs once per alternative of each assumption that this run depended
on, each time in its own lane, as judge runs a mutant. It gets the same environment variables as with exec. If it writes its beliefs about
its orders to PAYMENT_SANDBOX_BELIEFS_FILE, as for judge, the money is compared too. A failed run is repeated, since a flaky
test fails once. If no alternative fails, the command runs once more with every call refused: if it still passes, its tests
assert nothing, and you get a warning.

Examples:
  payment-sandbox sensitivity -- npm test
  payment-sandbox sensitivity --only 'duplicate-*' -- npm test
  payment-sandbox sensitivity --budget 5m --report html=guesses.html -- npm test
  payment-sandbox sensitivity --max-leaning 2 -- npm test      in CI: fails if tests depend on a third assumption

Exit codes:
  0         fine
  1         the command fails unchanged, so there is nothing to compare with
  2         usage, an invalid file, or a command that cannot be run
  3         could not start
  7         the tests depend on more assumptions than --max-leaning allows, or with it assert nothing
  130, 143  stopped by SIGINT, SIGTERM; findings so far are printed`;

export function addSensitivity(program: Command): void {
  const command = takesCommand(program.command("sensitivity").description("find which guesses your tests depend on"));
  const declared = command
    .option("--only <glob>", "only assumptions whose id matches, such as 'duplicate-*'; repeatable", severalValues)
    .option("--pairs", "also try pairs of alternatives that pass alone")
    .addOption(valueOption("--budget <duration>", "time limit for all alternatives, in real time", someTime))
    .addOption(jobsOption())
    .addOption(timeoutOption())
    .addOption(valueOption("--max-leaning <n>", "fail if the tests depend on more assumptions", wholeFrom(0, 999)))
    .addOption(reportOption());
  addRunOptions(declared, { except: [...ofStanding, ...ofKept, "strict", "minCoverage"] })
    .addHelpText("after", MORE)
    .action(async (words, flags) => {
      const [{ runSensitivity }, { settings }] = await Promise.all([
        import("./run-sensitivity.js"),
        resolvedForCheck(command),
      ]);
      process.exitCode = await runSensitivity(settings, words, flags);
    });
}

import { type Command, Option } from "commander";
import { optionRows } from "../../config/options.js";
import { resolveSettings } from "../../config/resolve.js";
import { type ReportTarget, reportFormats } from "../../reports/write.js";
import { reportOption } from "../options/report-option.js";
import { addServerOptions, chosenByFlags } from "../options/server-options.js";
import { duration, jobsOption, wholeOf } from "../options/value-options.js";
import type { RunSensitivityOptions } from "../runs/sensitivity.js";

const MORE = `
The command first runs unchanged and must pass. Then it runs once per alternative of each assumption that this run depended
on, each time in its own sandbox. It gets the same environment variables as with exec. If it writes its beliefs about
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
  7         the tests depend on more assumptions than --max-leaning allows
  130, 143  stopped by SIGINT, SIGTERM; findings so far are printed`;

/** Options that make no sense, because each run has its own sandbox in memory, which ends with the run. */
const left = [
  "readyFile",
  "watch",
  "dataDir",
  "store",
  "skipBrokenLanes",
  "strict",
  "laneTtl",
  "shutdownGrace",
  "minCoverage",
];
const ownOptions = optionRows.filter(({ name }) => !left.includes(name));

interface Flags extends Omit<RunSensitivityOptions, "settings" | "command" | "reports"> {
  readonly report?: readonly ReportTarget[];
}

export function sensitivityCommand(program: Command): void {
  const command = program
    .command("sensitivity")
    .description("find the assumptions your tests depend on: run a command once per alternative")
    .usage("[options] -- <command...>")
    .argument("<command...>", "the command and its arguments");
  addServerOptions(command, ownOptions)
    .addOption(new Option("--only <glob>", "only assumptions whose id matches, such as 'duplicate-*'"))
    .addOption(new Option("--pairs", "also try pairs of alternatives that pass alone"))
    .addOption(
      new Option("--budget <duration>", "time limit for all runs, in real time").argParser(duration("--budget")),
    )
    .addOption(jobsOption())
    .addOption(
      new Option("--timeout <duration>", "time limit for one run, in real time (default: 60s)").argParser(
        duration("--timeout"),
      ),
    )
    .addOption(
      new Option("--max-leaning <n>", "fail if the tests depend on more assumptions").argParser(
        wholeOf("--max-leaning", 0, 999),
      ),
    )
    .addOption(reportOption(reportFormats))
    .addHelpText("after", MORE)
    .action(async (words: readonly string[], own: Flags) => {
      const flags = chosenByFlags(command);
      const resolving = resolveSettings({ flags, env: process.env, cwd: process.cwd() });
      const [{ runSensitivity }, { settings }] = await Promise.all([import("../runs/sensitivity.js"), resolving]);
      process.exitCode = await runSensitivity({
        ...own,
        settings: { ...settings, dataDir: undefined },
        command: words,
        reports: own.report ?? [],
      });
    });
}

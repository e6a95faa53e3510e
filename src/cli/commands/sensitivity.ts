import { type Command, Option } from "commander";
import { optionRows } from "../../config/options.js";
import { resolveSettings } from "../../config/resolve.js";
import { type ReportTarget, reportFormats } from "../../reports/write.js";
import { duration } from "../duration-option.js";
import { jobsOption } from "../jobs-option.js";
import { report } from "../report-option.js";
import { addServerOptions, chosenByFlags } from "../server-options.js";
import { wholeOf } from "../whole-option.js";

const MORE = `
The command runs once as it is and must pass. Then it runs once per alternative of each assumption that this run depended
on, each time in a sandbox of its own. It finds what exec gives it in its environment. Where it writes what it believes of
its orders to PAYMENT_SANDBOX_BELIEFS_FILE, as for judge, the money is compared too.

Examples:
  payment-sandbox sensitivity -- npm test
  payment-sandbox sensitivity --only 'duplicate-*' -- npm test
  payment-sandbox sensitivity --budget 5m --report html=guesses.html -- npm test
  payment-sandbox sensitivity --max-leaning 2 -- npm test      in CI: fails where a third guess is leaned on

Exit codes:
  0         fine
  1         the command does not pass as it is: there is nothing to compare with
  2         usage, an invalid file, or a command that cannot be run
  3         could not start
  7         more guesses are leaned on than --max-leaning allows
  130, 143  stopped by SIGINT, SIGTERM; what was found so far is printed`;

/** Each run has a world of its own in memory, which ends with it. */
const left = ["readyFile", "watch", "dataDir", "store", "skipBrokenLanes", "strict", "laneTtl", "minCoverage"];
const ownOptions = optionRows.filter(({ name }) => !left.includes(name));

interface Flags {
  readonly jobs?: number;
  readonly budget?: string;
  readonly only?: string;
  readonly timeout?: string;
  readonly maxLeaning?: number;
  readonly report?: readonly ReportTarget[];
}

export function sensitivityCommand(program: Command): void {
  const command = program
    .command("sensitivity")
    .description("which guesses do your tests lean on? run a command once per alternative of each")
    .usage("[options] -- <command...>")
    .argument("<command...>", "the command and its arguments");
  addServerOptions(command, ownOptions)
    .addOption(new Option("--only <glob>", "only assumptions whose id fits, such as 'duplicate-*'"))
    .addOption(new Option("--budget <duration>", "real time for all runs").argParser(duration("--budget")))
    .addOption(jobsOption())
    .addOption(
      new Option("--timeout <duration>", "real time for one run (default: 60s)").argParser(duration("--timeout")),
    )
    .addOption(
      new Option("--max-leaning <n>", "fail where more guesses are leaned on").argParser(
        wholeOf("--max-leaning", 0, 999),
      ),
    )
    .addOption(
      new Option("--report <format=file>", `write a report: ${reportFormats.join("=…, ")}=…; repeatable`).argParser(
        report,
      ),
    )
    .addHelpText("after", MORE)
    .action(async (words: readonly string[], own: Flags) => {
      const flags = chosenByFlags(command);
      const resolving = resolveSettings({ flags, env: process.env, cwd: process.cwd() });
      const [{ runSensitivity }, { settings }] = await Promise.all([import("../sensitivity.js"), resolving]);
      process.exitCode = await runSensitivity({
        ...own,
        settings: { ...settings, dataDir: undefined },
        command: words,
        reports: own.report ?? [],
      });
    });
}

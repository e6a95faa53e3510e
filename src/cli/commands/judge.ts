import { type Command, Option } from "commander";
import { optionRows } from "../../config/options.js";
import { resolveSettings } from "../../config/resolve.js";
import { InvalidInput } from "../../package/errors.js";
import { type ReportTarget, reportFormats } from "../../reports/write.js";
import { duration } from "../duration-option.js";
import { jobsOption } from "../jobs-option.js";
import { report } from "../report-option.js";
import { addServerOptions, asTyped, chosenByFlags } from "../server-options.js";

const MORE = `
The command runs once as it is (the dry run), then once per mutant: a lost answer, a refusal, a late notice, and so on, each
at every call that the dry run made. It finds what exec gives it in its environment, and PAYMENT_SANDBOX_BELIEFS_FILE, where
the shop writes what it believes of its orders in the end:
  {"<merchantReference>": {"paid": 20, "refunded": 0, "cart": "c1", "shipped": true, "currency": "HKD"}}
Only paid is required; null says: not known yet. Without beliefs only manners and expectations are judged.

Examples:
  payment-sandbox judge -- npm test
  payment-sandbox judge --budget 2m --report html=judge.html -- node shop.mjs
  payment-sandbox judge --only 'sale#1/after-commit/*' -- npm test
  payment-sandbox judge --inspect -- npm test                    then look at each finding in the console
  payment-sandbox judge --believes 'http://localhost:3000/beliefs/{merchantReference}?lane={lane}' -- npm run e2e
  payment-sandbox judge --report json=judge.json -- npm test    then, in CI:
  payment-sandbox judge --baseline judge.json -- npm test       fails on new findings only

Exit codes:
  0         fine
  1         the dry run itself failed: there is nothing to judge by
  2         usage, an invalid file, beliefs that cannot be read, or a command that cannot be run
  3         could not start
  4         less was covered than --min-coverage
  6         a mutant survived wrongly, or a grave manner was found
  130, 143  stopped by SIGINT, SIGTERM; what was found so far is printed`;

/** Each run has a world of its own in memory, which ends with it. */
const left = ["readyFile", "watch", "dataDir", "store", "skipBrokenLanes", "strict", "laneTtl"];
const ownOptions = optionRows.filter(({ name }) => !left.includes(name));
/** A mutant is played again in a sandbox of its own, with its seed, and whatever it covers. */
const ownOfReplay = ["port", "seed", "scenario", "minCoverage"];

interface Flags {
  readonly jobs?: number;
  readonly budget?: string;
  readonly only?: string;
  readonly timeout?: string;
  readonly slow?: string;
  readonly baseline?: string;
  readonly save?: string;
  readonly inspect?: true;
  readonly believes?: string;
  readonly believesCommand?: string;
  readonly report?: readonly ReportTarget[];
}

export function judgeCommand(program: Command): void {
  const command = program
    .command("judge")
    .description("does the shop survive? run a command over and over, each time with one thing gone wrong")
    .usage("[options] -- <command...>")
    .argument("<command...>", "the command and its arguments");
  addServerOptions(command, ownOptions)
    .addOption(
      new Option("--budget <duration>", "real time for all mutants, gravest first").argParser(duration("--budget")),
    )
    .addOption(new Option("--only <glob>", "only mutants whose id fits, such as 'refund#1/*'"))
    .addOption(jobsOption())
    .addOption(
      new Option("--timeout <duration>", "real time for one run (default: 60s)").argParser(duration("--timeout")),
    )
    .addOption(
      new Option("--slow <duration>", "answers that are late by so much, in real time, too").argParser(
        duration("--slow"),
      ),
    )
    .addOption(new Option("--baseline <file>", "an earlier JSON report: only what it did not find fails"))
    .addOption(new Option("--inspect", "keep the lanes of what was found open, with their console, until Ctrl-C"))
    .addOption(new Option("--save <dir>", "keep the mutants there, as scenario files"))
    .addOption(
      new Option("--believes <url>", "ask the shop there; {merchantReference}, and {lane} for several at a time"),
    )
    .addOption(new Option("--believes-command <command>", "a shell command that prints what the shop believes"))
    .addOption(
      new Option("--report <format=file>", `write a report: ${reportFormats.join("=…, ")}=…; repeatable`).argParser(
        report,
      ),
    )
    .addHelpText("after", MORE)
    .action(async (words: readonly string[], own: Flags) => {
      // Without the dashes, or with words before them, an option of the command would be taken for one of the judge.
      if (!process.argv.includes("--") || process.argv.length - process.argv.indexOf("--") - 1 !== words.length)
        throw new InvalidInput(`judge: expected -- before the command: payment-sandbox judge -- ${words.join(" ")}`);
      if (own.believes !== undefined && own.believesCommand !== undefined)
        throw new InvalidInput("--believes and --believes-command: expected one of them");
      const flags = chosenByFlags(command);
      const resolving = resolveSettings({ flags, env: process.env, cwd: process.cwd() });
      const [{ runJudge }, { settings, minCoverage }] = await Promise.all([import("../judge.js"), resolving]);
      process.exitCode = await runJudge({
        ...own,
        settings: { ...settings, port: flags.port ?? 0, dataDir: undefined },
        scenarioRefs: (flags.scenario as readonly string[] | undefined) ?? [],
        flags: asTyped(flags, ownOfReplay),
        command: words,
        reports: own.report ?? [],
        minCoverage,
      });
    });
}

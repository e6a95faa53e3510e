import { type Command, Option } from "commander";
import { type JudgeFormat, judgeFormats } from "../../judge/reports/formats.js";
import type { ReportTarget } from "../../reports/write.js";
import { addJudgeOptions, type JudgeFlags, judgeRequest } from "../options/judge-options.js";
import { reportOption } from "../options/report-option.js";

const MORE = `
The command runs once unchanged (the dry run), then once per mutant: a lost answer, a refusal, a late notification, and so on,
for every call of the dry run. It gets the same environment variables as with exec, and PAYMENT_SANDBOX_BELIEFS_FILE. There
the shop writes its final beliefs about its orders:
  {"<merchantReference>": {"paid": 20, "refunded": 0, "currency": "HKD", "cart": "c1", "effects": {"shipped": 1}}}
Only paid is required; null means not known yet. Without beliefs only practices and expectations are judged.

Examples:
  payment-sandbox judge -- npm test
  payment-sandbox judge --budget 2m --report html=judge.html -- node shop.mjs
  payment-sandbox judge --only 'sale#1/after-commit/*' -- npm test
  payment-sandbox judge --inspect -- npm test                    then inspect each finding in the console
  payment-sandbox judge --believes 'http://localhost:3000/beliefs/{merchantReference}?lane={lane}' -- npm run e2e
  payment-sandbox judge --report json=judge.json -- npm test    then, in CI:
  payment-sandbox judge --baseline judge.json -- npm test       fails on new findings only

Exit codes:
  0         fine
  1         the dry run itself failed, so nothing was judged
  2         usage, an invalid file, beliefs that cannot be read, or a command that cannot be run
  3         could not start
  4         less was covered or proven than --min-coverage, --strict or --max-unresolved require
  6         the judge found a bug that costs money, or a dangerous practice
  130, 143  stopped by SIGINT, SIGTERM; findings so far are printed`;

interface Flags extends JudgeFlags {
  readonly inspect?: true;
  readonly report?: readonly ReportTarget<JudgeFormat>[];
}

export function judgeCommand(program: Command): void {
  const command = program
    .command("judge")
    .description("test a shop for payment bugs: run a command again and again with a different fault each time")
    .usage("[options] -- <command...>")
    .argument("<command...>", "the command and its arguments");
  addJudgeOptions(command)
    .addOption(new Option("--inspect", "keep the lanes of findings open in the console until Ctrl-C"))
    .addOption(reportOption(judgeFormats))
    .addHelpText("after", MORE)
    .action(async (words: readonly string[], { report: reports = [], ...own }: Flags) => {
      const [{ runJudge }, request] = await Promise.all([
        import("../runs/judge.js"),
        judgeRequest("judge", command, words, own),
      ]);
      process.exitCode = await runJudge({ ...request, inspect: own.inspect, reports });
    });
}

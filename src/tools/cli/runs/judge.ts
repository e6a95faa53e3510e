import { availableParallelism } from "node:os";
import type { Command, CommandUnknownOpts } from "@commander-js/extra-typings";
import { parseDuration } from "../../../core/scenario/values/duration.js";
import { InvalidInput } from "../../../package/errors.js";
import { printable, printableLine } from "../../../package/printable.js";
import { quoted } from "../../../package/typed.js";
import type { JudgeCommandOptions } from "../../judge/judge-command.js";
import type { ProveFixOptions } from "../../judge/prove-fix/prove-fix.js";
import type { Progress } from "../../judge/queue.js";
import { failedToo } from "../../judge/reports/words.js";
import type { LeftOpen } from "../../judge/run/shop/inspection.js";
import type { JudgedMutant, JudgeReport } from "../../judge/schema/report.js";
import { isAccusation } from "../../judge/schema/verdicts.js";
import { reportNotEnded } from "../../reports/not-run.js";
import { prepareReports, type ReportTarget, writeReports } from "../../reports/write.js";
import { refuseIgnored } from "../server/server-options.js";
import { initJudge } from "./judge-init.js";
import { addJudgeOptions, EARLIER_REPORT, type JudgeRequest, judgeRequest, RESULTS } from "./judge-options.js";
import { stoppable } from "./many-runs.js";
import { progressOn } from "./progress.js";
import { reportOption, takesCommand } from "./run-options.js";

const MORE = `
The command runs once unchanged (the dry run), then once per mutant: a lost answer, a refusal, a late notification, and so on,
for every call of the dry run. It gets the same environment variables as with exec, and PAYMENT_SANDBOX_BELIEFS_FILE. There
the shop writes its final beliefs about its orders:
  {"<merchantReference>": {"paid": 20, "refunded": 0, "currency": "HKD", "cart": "c1", "effects": {"shipped": 1}}}
Only paid is required; null means not known yet. Without beliefs only practices and expectations are judged.

Examples:
  payment-sandbox judge --init                                   write judge.sh, which judges this folder's tests
  payment-sandbox judge -- npm test
  payment-sandbox judge --budget 2m --report html=judge.html -- node shop.mjs
  payment-sandbox judge --only 'sale#1/after-commit/*' -- npm test
  payment-sandbox judge --inspect -- npm test                    then inspect each finding in the console
  payment-sandbox judge --believes 'http://localhost:3000/beliefs/{merchantReference}?lane={lane}' -- npm run e2e
  payment-sandbox judge --report json=judge.json -- npm test    then, in CI:
  payment-sandbox judge --baseline judge.json -- npm test       fails on new findings only

A file judge.waivers.yaml in the working folder accepts findings until a day: payment-sandbox docs accept a finding

Exit codes:
  0         fine
  1         the dry run itself failed, so nothing was judged
  2         usage, an invalid file, beliefs of the first run that cannot be read, or a command that cannot be run
  3         could not start
  4         less was covered or proven than --min-coverage, --strict, --max-unresolved or --prove-fix require
  6         the judge found a bug that costs money, or a dangerous practice
  130, 143  stopped by SIGINT, SIGTERM; findings so far are printed`;

export function addJudge(program: Command): void {
  const command = takesCommand(
    program
      .command("judge")
      .description("test a shop for payment bugs: run a command again and again with a different fault each time"),
  );
  // `--init` needs no command.
  for (const words of command.registeredArguments) words.required = false;
  const begun = command
    .optionsGroup("To begin:")
    .option("--init", "write judge.sh for the tests of this folder, and judge nothing yet")
    .option("--plan", "only the first run: list what would run, and how long it takes");
  addJudgeOptions(begun)
    .optionsGroup(EARLIER_REPORT)
    .option(
      "--prove-fix <report.json>",
      "run that report's findings and grave practices again; exit with 0 only if each is fixed",
    )
    .option("--base <revision>", "with --prove-fix: the git revision on which each must still occur")
    .option("--base-setup <command>", "a shell command that prepares that revision's checkout, such as 'npm ci'")
    .optionsGroup(RESULTS)
    .option("--inspect", "keep the lanes of findings open in the console until Ctrl-C")
    .addOption(reportOption())
    .addHelpText("after", MORE)
    .action(async (words, flags) => {
      if (flags.init) return void process.stdout.write(initJudge(process.cwd()));
      if (words.length === 0)
        command.error("error: missing required argument 'command'", { code: "commander.missingArgument" });
      const request = await judgeRequest(command, words, flags);
      const { proveFix, base, baseSetup } = flags;
      if (proveFix === undefined && (base ?? baseSetup) !== undefined)
        throw new InvalidInput("--base and --base-setup: expected --prove-fix <report.json> beside them");
      if (base === undefined && baseSetup !== undefined)
        throw new InvalidInput("--base-setup: expected --base <revision> beside it");
      if (proveFix === undefined) process.exitCode = await runJudge(request, flags);
      else {
        await assertOfProof(command);
        process.exitCode = await runProof({ ...request, proveFix, base, baseSetup }, flags.report ?? []);
      }
    });
}

interface JudgeOutput {
  readonly inspect?: true;
  readonly report?: readonly ReportTarget[];
}

/** Judges a command, prints the findings, and writes reports. Resolves with the exit code. Throws InvalidInput. */
async function runJudge(
  request: JudgeRequest,
  { inspect: isInspected, report: reports = [] }: JudgeOutput,
): Promise<number> {
  const { minCoverage } = request;
  prepareReports(reports);
  // The judge may read the report of an earlier run, such as --since.
  const others = reports.filter(({ format }) => format !== "json");
  await reportNotEnded(others, { name: "judge", command: request.command });
  /** Resolves with the exit code. */
  const tell = async (found: JudgeReport, stoppedWith?: number): Promise<number> => {
    const [{ reportOfJudge }, { terminalLines }, { planLines }] = await Promise.all([
      import("../../judge/reports/judge-report.js"),
      import("../../reports/terminal.js"),
      import("../../judge/reports/plan.js"),
    ]);
    const report = reportOfJudge(found, { minCoverage, stoppedWith });
    const lines = request.plan
      ? planLines(found, request.jobs ?? availableParallelism()).map(printableLine)
      : terminalLines(report);
    for (const line of lines) process.stdout.write(`${line}\n`);
    await writeReports(reports, found, report);
    const json = reports.find(({ format }) => format === "json");
    if (report.exitCode === 6 && json) process.stdout.write(`${printableLine(whenMended(json.file))}\n`);
    return report.exitCode;
  };
  return stoppable(async (stopping) => {
    let told: number | undefined;
    const inspect = async (report: JudgeReport, leftOpen: readonly LeftOpen[]): Promise<void> => {
      if (stopping.signal.aborted || leftOpen.length === 0) return;
      told = await tell(report);
      await lookedAt(leftOpen, stopping.signal);
    };
    const options = { ...request, inspect: isInspected && inspect };
    const report = await judgedOnTerminal(options, stopping.signal);
    // The signal that ends the inspection doesn't change the result.
    return told ?? (await tell(report, stopping.exitCode()));
  });
}

const whenMended = (file: string): string =>
  `once mended: the same command, with --prove-fix ${quoted(file)} in place of its reports, says of each whether it is fixed`;

/** Refuses options that a proof would ignore. Throws InvalidInput. */
async function assertOfProof(command: CommandUnknownOpts): Promise<void> {
  const { NOT_OF_PROOF } = await import("../../judge/prove-fix/prove-fix.js");
  const why = "expected without --prove-fix, which only says of each finding whether it is fixed";
  refuseIgnored(command, [...NOT_OF_PROOF, "minCoverage"], why);
}

/** Runs an earlier report's findings again, and prints what became of each. Resolves with the exit code. Throws InvalidInput. */
async function runProof(options: ProveFixOptions, reports: readonly ReportTarget[]): Promise<number> {
  prepareReports(reports);
  const [{ proveFix }, { proofLines, reportOfProof }] = await Promise.all([
    import("../../judge/prove-fix/prove-fix.js"),
    import("../../judge/prove-fix/proof-report.js"),
  ]);
  const startedAt = new Date();
  return stoppable(async (stopping) => {
    const proof = await withProgress(options, (progress) => proveFix(options, progress, stopping.signal));
    for (const line of proofLines(proof, options.base)) process.stdout.write(`${line}\n`);
    const report = reportOfProof(proof, {
      ...{ command: options.command, seed: options.settings.seed, base: options.base },
      ...{ startedAt: startedAt.toISOString(), durationMs: Date.now() - startedAt.getTime() },
      stoppedWith: stopping.exitCode(),
    });
    await writeReports(reports, proof, report);
    return report.exitCode;
  });
}

/** Prints the lanes' addresses, and waits for the signal that ends it. */
async function lookedAt(leftOpen: readonly LeftOpen[], signal: AbortSignal): Promise<void> {
  const lines = leftOpen.map(({ verdicts, mutant, url }) => `  ${verdicts.join(", ")}  ${mutant}  ${url}\n`);
  process.stderr.write(printable(`findings stay open until Ctrl-C:\n${lines.join("")}`));
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

/** Judges a command, and shows the progress. */
export const judgedOnTerminal = (options: JudgeCommandOptions, signal: AbortSignal): Promise<JudgeReport> =>
  withProgress(options, async (progress) =>
    (await import("../../judge/judge-command.js")).judgeCommand(options, progress, signal),
  );

/** Prints a line to stderr for each mutant, or a progress bar. */
async function withProgress<T>(
  { jobs = availableParallelism(), budget, plan }: Pick<JudgeCommandOptions, "jobs" | "budget" | "plan">,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = await progressOn<JudgedMutant>(process.stderr, {
    // The plan itself says how long it takes.
    jobs: plan ? undefined : jobs,
    budgetMs: budget === undefined ? undefined : parseDuration(budget),
    thing: "mutant",
    found: "found",
    added: "second faults",
    isFound: ({ verdict }) => isAccusation(verdict),
    line: (mutant) => {
      const failed = failedToo(mutant);
      const why = failed ? `, ${failed.text}: ${mutant.run!.why}` : "";
      return printableLine(`${mutant.verdict.padEnd(19)} ${mutant.id}${why}`);
    },
  });
  try {
    return await work(progress);
  } finally {
    progress.close();
  }
}

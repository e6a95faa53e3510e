import type { Command } from "commander";
import type { Log } from "../../app/ports/log.js";
import { type LogFormat, type LogLevel, optionRows } from "../../config/options.js";
import { resolveSettings } from "../../config/resolve.js";
import { type ReportTarget, reportFormats } from "../../reports/write.js";
import { logger } from "../../runtime/logger.js";
import { reportOption } from "../options/report-option.js";
import { addServerOptions, chosenByFlags } from "../options/server-options.js";

const MORE = `
The command finds PAYMENT_SANDBOX_URL, PAYMENT_SANDBOX_MERCHANT_ID, PAYMENT_SANDBOX_PRIVATE_KEY_FILE (signs as the demo
merchant) and PAYMENT_SANDBOX_PUBLIC_KEY_FILE (verifies notifications) in its environment.

Examples:
  payment-sandbox exec -- npm test
  payment-sandbox exec --scenario refund-short-of-balance --report junit=out.xml -- phpunit
  payment-sandbox exec --scenario rate-limited --strict -- npm test    fails if the rule never fired
  payment-sandbox exec --min-coverage 40 -- npm test                   fails if fewer cells were reached
  payment-sandbox exec --seed 7 --report html=out.html -- sh -c 'mvn -q test'

When the command ends, a summary of calls, expectations and coverage goes to stderr; --log-level warn omits it.

Exit codes: the command's own if it is not 0, else
  0         fine
  2         usage, an invalid file, or a command that cannot be run
  3         could not start
  4         an expectation was not met, a rule could not act, or less was covered than --min-coverage; with --strict: a warning
            (a rule that cannot match or never fired, no call at all, a misspelt parameter or path)
  5         an invariant broke: a defect of the sandbox itself
  130, 143  stopped by SIGINT, SIGTERM`;

/** The sandbox ends with its command, so nobody waits for it to be ready or changes its scenario files. */
const ownOptions = optionRows.filter(({ name }) => !["readyFile", "watch", "shutdownGrace"].includes(name));

export function execCommand(program: Command): void {
  const command = program
    .command("exec")
    .description("run a command in its own sandbox, and check the result")
    .usage("[options] -- <command...>")
    .argument("<command...>", "the command and its arguments");
  addServerOptions(command, ownOptions)
    .addOption(reportOption(reportFormats))
    .addHelpText("after", MORE)
    .action(async (words: readonly string[], { report: reports = [] }: { report?: readonly ReportTarget[] }) => {
      const flags = chosenByFlags(command);
      const resolving = resolveSettings({ flags, env: process.env, cwd: process.cwd() });
      const [{ runExec }, { settings, logFormat, logLevel, strict, minCoverage }] = await Promise.all([
        import("../runs/exec.js"),
        resolving,
      ]);
      process.exitCode = await runExec({
        // A port from the environment or the config file belongs to `start`, which may be running at the same time.
        settings: { ...settings, port: flags.port ?? 0 },
        command: words,
        reports,
        log: logOf(logFormat, logLevel),
        strict,
        hasSummary: logFormat !== "silent" && logLevel !== "warn" && logLevel !== "error",
        minCoverage,
      });
    });
}

/** Prints only warnings between the command's lines, unless the user chose a format or a level. */
function logOf(format: LogFormat | undefined, level: LogLevel | undefined): Log {
  return logger({
    format: format ?? "pretty",
    level: level ?? (format === undefined ? "warn" : "info"),
    write: (line) => process.stderr.write(format === "json" ? line : `payment-sandbox | ${line}`),
  });
}

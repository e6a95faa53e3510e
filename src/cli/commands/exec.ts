import { type Command, Option } from "commander";
import type { Log } from "../../app/ports/log.js";
import { type LogFormat, type LogLevel, optionRows } from "../../config/options.js";
import { resolveSettings } from "../../config/resolve.js";
import { type ReportTarget, reportFormats } from "../../reports/write.js";
import { logger } from "../../runtime/logger.js";
import { report } from "../report-option.js";
import { addServerOptions, chosenByFlags } from "../server-options.js";

const MORE = `
The command finds PAYMENT_SANDBOX_URL, PAYMENT_SANDBOX_MERCHANT_ID, PAYMENT_SANDBOX_PRIVATE_KEY_FILE (signs as the demo
merchant) and PAYMENT_SANDBOX_PUBLIC_KEY_FILE (verifies notifications) in its environment.

Examples:
  payment-sandbox exec -- npm test
  payment-sandbox exec --scenario refund-short-of-balance --report junit=out.xml -- phpunit
  payment-sandbox exec --scenario rate-limited --strict -- npm test    fails where the rule never fired
  payment-sandbox exec --min-coverage 40 -- npm test                   fails where less was tried
  payment-sandbox exec --seed 7 --report html=out.html -- sh -c 'mvn -q test'

At its end it tells on stderr what was called, met and covered; --log-level warn leaves that out.

Exit codes: the command's own where it is not 0, else
  0         fine
  2         usage, an invalid file, or a command that cannot be run
  3         could not start
  4         an expectation was not met, a rule could not act, or less was covered than --min-coverage; with --strict: a warning
            (a rule that can never match or never fired, no call made)
  5         an invariant broke: a defect of the sandbox itself
  130, 143  stopped by SIGINT, SIGTERM`;

/** It ends with its command: nobody waits for it to be ready, or changes its scenario files meanwhile. */
const ownOptions = optionRows.filter(({ name }) => name !== "readyFile" && name !== "watch");

export function execCommand(program: Command): void {
  const command = program
    .command("exec")
    .description("run a command inside a sandbox of its own, and judge what it did there")
    .usage("[options] -- <command...>")
    .argument("<command...>", "the command and its arguments");
  addServerOptions(command, ownOptions)
    .addOption(
      new Option("--report <format=file>", `write a report: ${reportFormats.join("=…, ")}=…; repeatable`).argParser(
        report,
      ),
    )
    .addHelpText("after", MORE)
    .action(async (words: readonly string[], { report: reports = [] }: { report?: readonly ReportTarget[] }) => {
      const flags = chosenByFlags(command);
      const resolving = resolveSettings({ flags, env: process.env, cwd: process.cwd() });
      const [{ runExec }, { settings, logFormat, logLevel, strict, minCoverage }] = await Promise.all([
        import("../exec.js"),
        resolving,
      ]);
      process.exitCode = await runExec({
        // A port of the environment or of the config file is that of `start`, which may be running beside us.
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

/** Between the lines of the command only warnings, unless a format or a level was asked for. */
function logOf(format: LogFormat | undefined, level: LogLevel | undefined): Log {
  return logger({
    format: format ?? "pretty",
    level: level ?? (format === undefined ? "warn" : "info"),
    write: (line) => process.stderr.write(format === "json" ? line : `payment-sandbox | ${line}`),
  });
}

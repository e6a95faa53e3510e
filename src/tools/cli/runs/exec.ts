import type { Command } from "@commander-js/extra-typings";
import { foundNothing } from "../../../core/scenario/matching/expectations.js";
import type { CheckedRule } from "../../../lane/explain/checked-scenarios.js";
import { DEFAULT_LANE } from "../../../lane/ports/name.js";
import { logger } from "../../../lane/runtime/logger.js";
import { CannotStart } from "../../../package/errors.js";
import { printableLine } from "../../../package/printable.js";
import { quoted, typed } from "../../../package/typed.js";
import { CHOICE, shownCalls, sinceReset, tellingCall } from "../../reports/calls.js";
import { reportNotEnded } from "../../reports/not-run.js";
import { isCoveredLess } from "../../reports/report.js";
import {
  brokenOf,
  type CommandRun,
  failuresOf,
  fileAndLine,
  type NamedFailure,
  neverFired,
  type RequestLine,
  type Run,
  sharedExpectations,
  unableOf,
  verdictOf,
} from "../../reports/run.js";
import {
  exitCodeText,
  harmlessIn,
  type RunBounds,
  reportOfRun,
  requestTexts,
  seriousIn,
  stoppedText,
} from "../../reports/run-report.js";
import { resultLines } from "../../reports/terminal.js";
import { nextFor, warningCountsLine } from "../../reports/warning-kinds.js";
import { prepareReports, type ReportTarget, writeReports } from "../../reports/write.js";
import type { SandboxRunOptions } from "../../runs/run-in-sandbox.js";
import { addRunOptions, ofStanding, resolvedForCheck } from "../server/server-options.js";
import { takenByOwn } from "../server/taken-port.js";
import { reportOption, takesCommand } from "./run-options.js";

const MORE = `
The command finds PAYMENT_SANDBOX_URL, PAYMENT_SANDBOX_MERCHANT_ID, PAYMENT_SANDBOX_PRIVATE_KEY_FILE (signs as the demo
merchant) and PAYMENT_SANDBOX_PUBLIC_KEY_FILE (verifies notifications) in its environment.

Examples:
  payment-sandbox exec -- npm test
  payment-sandbox exec --scenario refund-short-of-balance --report junit=out.xml -- phpunit
  payment-sandbox exec --scenario rate-limited --strict -- npm test    fails if the rule never fired
  payment-sandbox exec --min-coverage 40 -- npm test                   fails if fewer cells were reached
  payment-sandbox exec --seed 7 --report html=out.html -- sh -c 'mvn -q test'

When the command ends, a summary of calls, expectations and coverage goes to stderr; --log-level warn omits it. With
--log-format json, each line of ours on stderr is JSON, once it has started.

Exit codes: the command's own if it is not 0, else
  0         fine
  2         usage, an invalid file, or a command that cannot be run
  3         could not start
  4         an expectation was not met, a rule could not act, or less was covered than --min-coverage; with --strict: a warning
            (of the scenario: a rule or a member that has no effect; a rule that never fired, no call at all, a misspelt
            parameter or path, a member twice, a merchant without a key)
  5         an invariant broke: a defect of the sandbox itself
  130, 143  stopped by SIGINT, SIGTERM`;

export function addExec(program: Command): void {
  const command = takesCommand(
    program.command("exec").description("run a command in its own sandbox, and check the result"),
  );
  addRunOptions(command.addOption(reportOption()), { except: ofStanding })
    .addHelpText("after", MORE)
    .action(async (words, { report: reports = [] }) => {
      const { settings, logFormat, logLevel: level, strict, minCoverage } = await resolvedForCheck(command);
      const format = logFormat ?? "pretty";
      const write = (line: string): void => void process.stderr.write(format === "json" ? line : `${OURS}${line}`);
      // Only warnings stand between the command's lines, unless the user chose a format or a level.
      const log = logger({ format, write, level: level ?? (logFormat === undefined ? "warn" : "info") });
      const [{ agentAnswer }, { activityHooks, liveLog }] = await Promise.all([
        import("../server/agent-answer.js"),
        import("../server/live-log.js"),
      ]);
      const listener = liveLog({ format, level, isTerminal: false, hasColour: false, write, log });
      process.exitCode = await runExec({
        ...{ settings, reports, strict, minCoverage, log, say: format === "json" ? asJson() : plainly },
        command: words,
        hooks: { ...activityHooks(listener), mcp: agentAnswer(settings) },
        hasSummary: logFormat !== "silent" && level !== "warn" && level !== "error",
      });
    });
}

export interface ExecOptions extends SandboxRunOptions {
  readonly reports: readonly ReportTarget[];
  /** True if warnings make the command fail. */
  readonly strict?: boolean | undefined;
  /** Prints a line. By default as text. */
  readonly say?: Say;
  /** True to print a summary at the end. Failures are always printed. */
  readonly hasSummary?: boolean;
  /** In percent of all cells. Less coverage fails. */
  readonly minCoverage?: number | undefined;
}

const CANNOT_START = 3;

/** Prints a line of our own: of a failure or a warning, or of the summary (`info`). */
type Say = (line: string, level?: "warn" | "info") => void;

/** Our lines appear between those of the command, so a prefix marks them. */
const OURS = "payment-sandbox | ";
const plainly: Say = (line) => void process.stderr.write(`${OURS}${line}\n`);

/** In the form of the log's lines, whatever level the log has. */
function asJson(): Say {
  const log = logger({ format: "json", write: (line) => process.stderr.write(line) });
  return (line, level = "warn") => log[level](line);
}

/**
 * Runs a command inside a sandbox, prints failed checks, and writes reports. Resolves with the exit code. Throws CannotStart, and InvalidInput
 * if the command cannot be run.
 */
export async function runExec(options: ExecOptions): Promise<number> {
  const { settings, reports, say = plainly } = options;
  const known = settings.scenarios.flatMap(({ warnings = [] }) => warnings);
  for (const warning of known) say(`warning: ${warning}`);
  prepareReports(reports);
  await reportNotEnded(reports, { name: "exec", command: options.command });
  const { runInSandbox } = await import("../../runs/run-in-sandbox.js");
  const run = await runInSandbox(options).catch(async (error) => {
    throw (await takenByOwn(error, settings.port, () => "leave --port out, and exec takes a free one")) ?? error;
  });
  if (run.stopped === undefined) return report(run, known, options);
  return report(run, known, { ...options, hasSummary: false, strict: false, minCoverage: undefined });
}

/** `known`: warnings that were printed before the command ran. */
async function report(
  ended: CommandRun,
  known: readonly string[],
  { settings, reports, strict = false, hasSummary = true, minCoverage, say = plainly }: ExecOptions,
): Promise<number> {
  const warnings = [...known, ...seriousIn(ended)];
  const isLess = minCoverage !== undefined && isCoveredLess(ended.coverage, minCoverage);
  const isFailing = isLess || (strict && warnings.length > 0);
  const run: Run = {
    ...ended,
    warnings: [...warnings, ...harmlessIn(ended)],
    exitCode: ended.commandExitCode || verdictOf(ended, isFailing),
  };
  const found = reportOfRun(run, { strict, minCoverage, known });
  const stopped = stoppedText(run);
  if (stopped !== undefined) say(stopped);
  else if (run.commandExitCode !== 0) say(`the command ended with ${exitCodeText(run.commandExitCode)}`);
  const summary = hasSummary
    ? [...lastCalls(run), ...found.totals, ...closingLines(run, { known, strict, place: placeIn(settings) })]
    : [];
  const shared = sharedExpectations(run);
  for (const line of [...resultLines(found), ...(shared === undefined ? [] : [shared])]) say(line);
  for (const line of summary) say(line, "info");
  try {
    await writeReports(reports, run, found);
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    say(error.message);
    return run.exitCode || CANNOT_START;
  }
  return run.exitCode;
}

/** How many calls a terminal shows. */
const CALLS_SHOWN = 5;

/** Calls of a command or an expectation that failed, because they usually tell why. A warning names its call. */
function lastCalls(run: Run): readonly string[] {
  if (run.commandExitCode === 0 && failuresOf(run).length === 0) return [];
  const { calls, share } = shownCalls(run, CALLS_SHOWN);
  return [
    ...(share === undefined ? [] : [`${share} calls, ${CHOICE} (--report json=… or html=… lists all):`]),
    ...requestTexts(run, calls).map(printableLine),
  ];
}

/** The warnings by kind, and what to look at next. */
function closingLines(run: Run, told: Told): readonly string[] {
  const { warningCounts: counts = {} } = run;
  const line = warningCountsLine(counts);
  return [...(line === undefined ? [] : [line]), `next: ${nextOf(run, told)}`];
}

interface Told extends Pick<RunBounds, "known" | "strict"> {
  /** The options that show the run's data. Undefined if it was in memory. */
  readonly place: string | undefined;
}

/** The options of `start` that show the data of a run. A database's address may have a password. */
function placeIn({ dataDir, store }: ExecOptions["settings"]): string | undefined {
  if (store !== undefined) return "--store <url>";
  return dataDir === undefined ? undefined : `--look ${quoted(dataDir)}`;
}

function nextOf(run: Run, { known, strict, place }: Told): string {
  const { commandExitCode, exitCode, calls, warningCounts = {}, callWarnings = [] } = run;
  const failures = failuresOf(run);
  const unmet = failures.find((one) => !foundNothing(one)) ?? failures[0];
  if (unmet !== undefined)
    return `look at ${fileAndLine(unmet) ?? `the scenario ${unmet.scenario} in lane ${unmet.lane}`}, whose expectation is not met; ${lookInto(run, place, unmet) ?? `${droppedText(run, place, unmet)}${FACTS}`}`;
  if (unableOf(run).length + brokenOf(run).length > 0) return FACTS;
  if (calls === 0) return afterNoCall(run);
  if (known.length > 0)
    return `correct the scenario as the ${strict ? "error" : "warning"} says; ${typed()} validate --strict <file> finds it without a run`;
  const [rule] = neverFired(run);
  const isRuleAlone = !callWarnings.some(({ isSerious }) => isSerious);
  if (exitCode !== 0 && commandExitCode === 0 && rule !== undefined && isRuleAlone) return afterUnfired(rule);
  const next = nextFor(warningCounts);
  if (next !== undefined) return next;
  if (exitCode === 0) return `${typed()} judge -- <command…> breaks one thing at a time`;
  if (commandExitCode !== 0)
    return (
      lookInto(run, place) ??
      `${place === undefined ? `${typed()} exec --data-dir <folder> keeps the lanes, and its last line names the one to look at; ` : ""}--log-level info prints each call here`
    );
  return "--report html=report.html shows the cells that were not reached";
}

/** How to look at the call that tells most, in data that the run has left. Undefined if its lane is gone. */
function lookInto({ requests = [], keptLanes = [] }: Run, place: string | undefined, unmet?: NamedFailure) {
  if (place === undefined) return undefined;
  const kept = sinceReset(requests).filter(({ lane }) => keptLanes.includes(lane) && lane === (unmet?.lane ?? lane));
  const call = tellingCall(kept.filter((one) => unmet && isNear(one, unmet))) ?? tellingCall(kept);
  if (call === undefined) return undefined;
  const inLane = call.lane === DEFAULT_LANE ? "" : ` --lane ${call.lane}`;
  return `the lane is kept: ${typed()} start --detach ${place}, then ${typed()} why ${call.requestId}${inLane}`;
}

/** Says of a lane that its data is not in the folder. */
const droppedText = ({ keptLanes = [] }: Run, place: string | undefined, { lane }: NamedFailure): string =>
  place === undefined || keptLanes.includes(lane) ? "" : `lane ${lane} was dropped before the end; `;

/** True for a call among the nearest facts, or of an order that is there and not as expected. */
const isNear = ({ requestId, merchantReference }: RequestLine, unmet: NamedFailure): boolean =>
  (unmet.nearest as readonly Partial<RequestLine>[]).some((fact) =>
    fact.requestId === undefined
      ? !foundNothing(unmet) && fact.merchantReference !== undefined && fact.merchantReference === merchantReference
      : fact.requestId === requestId,
  );

/** What to change about a rule that never fired. */
function afterUnfired({ name, lane, nearest }: CheckedRule): string {
  if (nearest?.takenBy !== undefined)
    return `move ${name} before rule ${nearest.takenBy}, or narrow the \`when\` of that one`;
  return nearest?.missed === 0
    ? `look at the nearest call of ${name}: it meets its \`when\`, but the rule did not act`
    : `look at ${name}: no call met its \`when\`${lane === undefined ? "" : "; leave out `times`, or remove the rule, if it need not fire"}`;
}

/** The command may have ended before it came to a call. */
function afterNoCall({ commandExitCode, controlCalls = 0, warningCounts = {} }: Run): string {
  if (warningCounts["turned-away"]) return nextFor(warningCounts)!;
  const what = controlCalls > 0 ? "payment call" : "call";
  if (commandExitCode !== 0)
    return commandExitCode === KILLED
      ? `find out what killed the command: it ended with ${exitCodeText(KILLED)}, and it made no ${what}`
      : `read the command's own output: ${commandExitCode} is its own exit code, and it made no ${what} (pytest's 4 or 5: no test ran)`;
  const environment = `(${typed()} docs exec environment)`;
  return controlCalls > 0
    ? `the tests reach the sandbox, so point the code that they test at PAYMENT_SANDBOX_URL or the lane's url, too ${environment}`
    : `point your code at PAYMENT_SANDBOX_URL ${environment}; another exec in the command, or a test helper with options, starts a sandbox of its own: leave that exec out, and use lane.load or lane.force instead of options`;
}

/** 128 and SIGKILL's number. */
const KILLED = 137;

const FACTS = "--report html=report.html shows each check with the closest facts";

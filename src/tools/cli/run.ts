import { resolve } from "node:path";
import { Command, CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { CannotStart, CommandFailed, InvalidInput } from "../../package/errors.js";
import { printableLine } from "../../package/printable.js";
import { version } from "../../package/version.js";
import { isOverAnother, NOT_WRITTEN, ReportNotWritten, type ReportTarget } from "../reports/write.js";
import { commands, headingOf, loadCommand } from "./commands.js";

const OVERVIEW = `
Examples:
  payment-sandbox                                       starts on port 4655, in memory
  payment-sandbox call hosted-checkout/create --demo    an order, in a second terminal
  payment-sandbox pay 1000001                           the shopper, without a browser
  payment-sandbox exec npm test                         around a test run
  payment-sandbox docs move the clock                   what has no command: clock, settle, rules, reset
  payment-sandbox <command> --help                      options, examples and exit codes of a command

Each option of start is also an environment variable, PAYMENT_SANDBOX_<NAME>, and a member of payment-sandbox.config.yaml.

Exit codes:
  0         fine
  1         the sandbox or the service said no, or a dry run failed
  2         usage, or an invalid file
  3         could not start
  4         an expectation was not met, or less was covered or proven than asked
  5         a defect of the sandbox
  6         judge, conformance: the shop has a bug that costs money, or a test failed
  7         sensitivity: the tests depend on more guesses than --max-leaning allows
  8         drift: the real service answers otherwise than its calibration says
  9         drift, calibrate: too little could be compared (--min-compared)
  130, 143  stopped by SIGINT, SIGTERM`;

/** Runs a command line and sets the process's exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  let program: Command | undefined;
  try {
    const asked = argv[0] === "help" ? [...argv.slice(1, 2), "--help"] : [...argv];
    program = await programFor(asked);
    await program.parseAsync(asked, { from: "user" });
  } catch (error) {
    const fault = await faultOf(error, argv[0]);
    process.exitCode = fault.exitCode;
    say(fault.lines);
    // Those of a run that took place stay.
    if (!(error instanceof ReportNotWritten)) await reportFault(program?.commands.at(-1), fault, argv);
  }
}

interface Fault {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** Writes the reports that were asked for, so that those of an earlier run aren't taken for them. Leaves files alone that the command reads. */
async function reportFault(
  command: CommandUnknownOpts | undefined,
  { lines, exitCode }: Fault,
  argv: readonly string[],
): Promise<void> {
  const { report: parsed = [], ...others }: { readonly report?: readonly ReportTarget[] } = command?.opts() ?? {};
  const isTaken = command?.options.some(({ long }) => long === "--report");
  const report = isTaken ? await withUnread(parsed, argv) : [];
  if (command === undefined || report.length === 0 || lines.length === 0) return;
  const given = Object.values(others).filter((one) => typeof one === "string");
  const read = new Set(given.map((one) => resolve(one)));
  const targets = report.filter((target) => !read.has(resolve(target.file)) && !isOverAnother(target));
  const { reportNotRun } = await import("../reports/not-run.js");
  try {
    await reportNotRun(targets, {
      ...{ lines, exitCode, name: command.name() },
      command: command.args.length === 0 ? null : command.args,
    });
  } catch (error) {
    // The command itself may have ended because a report can't be written.
    if (!lines.some((line) => line.startsWith(NOT_WRITTEN))) say([(error as Error).message]);
  }
}

/** Adds the reports that are asked for after an unknown option, at which Commander stops. Only `--` tells that they are ours. */
async function withUnread(parsed: readonly ReportTarget[], argv: readonly string[]): Promise<readonly ReportTarget[]> {
  const { readReport } = await import("./runs/run-options.js");
  const own = argv.slice(0, Math.max(0, argv.indexOf("--")));
  const texts = own.flatMap((word, i) =>
    word === "--report" ? (own[i + 1] ?? []) : (word.match(/(?<=^--report=).*/) ?? []),
  );
  const known = new Set(parsed.map(({ format, file }) => `${format}=${file}`));
  try {
    return texts.filter((text) => !known.has(text)).reduce((all, text) => readReport(text, all), parsed);
  } catch {
    return parsed;
  }
}

/** Loads only the requested command, or all of them for the overview. */
async function programFor(argv: readonly string[]): Promise<Command> {
  const program = new Command("payment-sandbox")
    .description("A payment service on your own machine. Unofficial, for tests only.")
    .version(version, "-V, --version")
    .helpCommand(false)
    .addHelpText("after", OVERVIEW)
    .exitOverride()
    .configureOutput(quiet);
  for (const name of await namesFor(argv[0])) {
    (await loadCommand(name))(program);
    program.commands.at(-1)!.helpGroup(headingOf(name));
  }
  return program;
}

/** Commander prints nothing, because `tell` prints the errors. */
const quiet = { outputError: () => {} };

async function namesFor(first: string | undefined): Promise<readonly string[]> {
  if (first === "--help" || first === "-h") return [...commands.keys()];
  return [first === undefined || first.startsWith("-") ? "start" : await commandFor(first)];
}

/** What other tools call our commands. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ["run", "exec"],
  ["test", "exec"],
  ["serve", "start"],
  ["down", "stop"],
  ["logs", "tail"],
  ["take", "snapshot save"],
  ["restore", "snapshot load"],
  ["drop", "lanes drop"],
]);

async function commandFor(word: string): Promise<string> {
  if (commands.has(word)) return word;
  const [{ wayTo }, { sentence }, { similar }] = await Promise.all([
    import("./no-command.js"),
    import("../../core/scenario/values/issues.js"),
    import("../../core/scenario/values/similar.js"),
  ]);
  const what = `there is no command ${JSON.stringify(word)}`;
  const way = wayTo(word);
  if (way !== undefined) throw new InvalidInput(`${what}; ${way}`);
  const other = elsewhere.get(word);
  const near = other === undefined ? similar(word, [...commands.keys()]) : { didYouMean: other };
  throw new InvalidInput(
    near.didYouMean === undefined ? `${what}; ${await helpOf()} lists them` : sentence({ what, ...near }),
  );
}

/** The exit code, and a line for each fault. */
async function faultOf(error: unknown, word: string | undefined): Promise<Fault> {
  if (error instanceof CommanderError) return usageFault(error, word);
  if (error instanceof InvalidInput) return { lines: error.lines, exitCode: 2 };
  if (error instanceof CannotStart) return { lines: [error.message], exitCode: 3 };
  if (error instanceof CommandFailed) return { lines: [error.message], exitCode: 1 };
  const stack = (error as Error)?.stack ?? String(error);
  return { lines: `a defect of the sandbox: ${stack}`.split("\n"), exitCode: 5 };
}

async function usageFault({ exitCode, code, message }: CommanderError, word: string | undefined): Promise<Fault> {
  if (exitCode === 0 || code === "commander.help") return { lines: [], exitCode: exitCode === 0 ? 0 : 2 };
  const line = message.replace(/^error: /, "").replace(/\s*\(Did you mean (.*)\?\)$/s, "; did you mean $1?");
  return { lines: [await usageLine(line, code, word)], exitCode: 2 };
}

/** What prints the help of a command, or of all. */
async function helpOf(word?: string): Promise<string> {
  const { typed } = await import("../../package/typed.js");
  return [typed(), ...(word === undefined ? [] : [word]), "--help"].join(" ");
}

async function usageLine(line: string, code: string, word: string | undefined): Promise<string> {
  const elsewhereToo = await ofOtherCommands(line, word);
  if (elsewhereToo !== undefined) return elsewhereToo;
  const far = await farGuess(line);
  if (far !== undefined) return `${far}; ${await helpOf(word)} lists them`;
  const other = elsewhere.get(/^unknown command '(.*)'$/.exec(line)?.[1] ?? "");
  if (code === "commander.unknownOption" && word !== undefined && !line.includes("; did you mean "))
    return `${line}; ${await helpOf(word)} lists the options`;
  if (code === "commander.missingArgument") {
    const help = await helpOf(word);
    const example = line.endsWith("'command'") ? `, such as ${help.replace("--help", "-- npm test")}` : "";
    return `${line}${example}; ${help} shows examples`;
  }
  return other === undefined ? line : `${line}; did you mean ${other}?`;
}

/** Names the commands that have the option. Undefined if none has. */
async function ofOtherCommands(line: string, word: string | undefined): Promise<string | undefined> {
  const [, flag, value] = /^unknown option '(--[\w-]+)(=)?/.exec(line) ?? [];
  if (flag === undefined) return undefined;
  if (word !== undefined && ownSandbox.has(word) && (flag === "--url" || flag === "--lane"))
    return `unknown option '${flag}': ${word} starts a sandbox of its own${ownSandbox.get(word)}`;
  if (word === "call" && flag === "--json") return "unknown option '--json': call prints the answer's JSON anyway";
  const all = new Command();
  for (const name of commands.keys()) (await loadCommand(name))(all);
  const own = all.commands.find((one) => one.name() === (word?.startsWith("-") ? "start" : word));
  if (own !== undefined && value !== undefined && hasOption(own, flag))
    return `${flag} takes no value: write ${flag} alone, or leave it out`;
  if (own !== undefined && hasOption(own, "--report")) {
    const { reportFormats } = await import("../reports/write.js");
    const format = reportFormats.find((one) => `--${one}` === flag);
    if (format !== undefined) return `unknown option '${flag}': write --report ${format}=<file>`;
  }
  const having = all.commands.filter((one) => one.name() !== word && hasOption(one, flag)).map((one) => one.name());
  if (having.length === 0) return undefined;
  const last = having.length > OTHERS_TOLD ? `${having.length - OTHERS_TOLD} more` : having.at(-1);
  const first = having.slice(0, Math.min(OTHERS_TOLD, having.length - 1));
  const names = first.length === 0 ? last : `${first.join(", ")} and ${last}`;
  return `unknown option '${flag}': it is an option of ${names}; ${await helpOf(word)} lists those of ${word}`;
}

const OTHERS_TOLD = 4;

/** Commands that never use a sandbox that runs already, each with what to do instead. */
const ownSandbox: ReadonlyMap<string, string> = new Map([
  [
    "exec",
    '. For one that runs already: environment=$(payment-sandbox env --url <url> --lane <name>) && eval "$environment", then run the command without exec; payment-sandbox docs ci job on a shared sandbox',
  ],
  ...["judge", "conformance", "sensitivity"].map(
    (word) => [word, " for each run, and can't use one that runs already"] as const,
  ),
]);

const hasOption = ({ options, commands: inner }: CommandUnknownOpts, flag: string): boolean =>
  options.some(({ long }) => long === flag) || inner.some((one) => hasOption(one, flag));

/** The line without its suggestion, if Commander suggests an option that isn't similar by our own measure. */
async function farGuess(line: string): Promise<string | undefined> {
  const [, said, given, guess] = /^(unknown option '(.*)'); did you mean (--\S+)\?$/.exec(line) ?? [];
  if (said === undefined) return undefined;
  const { similar } = await import("../../core/scenario/values/similar.js");
  return similar(given!, [guess!]).didYouMean === undefined ? said : undefined;
}

const PLACE = /^.+:\d+:\d+: /;

/** Prints one line to stderr for each fault. */
function say(lines: readonly string[]): void {
  for (const line of lines.map(printableLine))
    process.stderr.write(PLACE.test(line) ? `${line}\n` : `payment-sandbox: ${line}\n`);
}

import { Command, CommanderError } from "@commander-js/extra-typings";
import { CannotStart, CommandFailed, InvalidInput } from "../../package/errors.js";
import { printableLine } from "../../package/printable.js";
import { version } from "../../package/version.js";
import { commands, headingOf, loadCommand } from "./commands.js";

const OVERVIEW = `
Examples:
  payment-sandbox                                       starts on port 4655, in memory
  payment-sandbox call hosted-checkout/create --demo    an order, in a second terminal
  payment-sandbox pay 1000001                           the shopper, without a browser
  payment-sandbox exec npm test                         around a test run
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
  try {
    const asked = argv[0] === "help" ? [...argv.slice(1, 2), "--help"] : [...argv];
    await (await programFor(asked)).parseAsync(asked, { from: "user" });
  } catch (error) {
    process.exitCode = await tell(error, argv[0]);
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
  ["drop", "snapshot delete"],
]);

async function commandFor(word: string): Promise<string> {
  if (commands.has(word)) return word;
  const { sentence, similar } = await import("../../core/scenario/values/issues.js");
  const what = `there is no command ${JSON.stringify(word)}`;
  const other = elsewhere.get(word);
  const near = other === undefined ? similar(word, [...commands.keys()]) : { didYouMean: other };
  throw new InvalidInput(
    near.didYouMean === undefined ? `${what}; payment-sandbox --help lists them` : sentence({ what, ...near }),
  );
}

/** Prints one line to stderr for each fault, and returns the exit code. */
async function tell(error: unknown, word: string | undefined): Promise<number> {
  if (error instanceof CommanderError) return tellUsage(error, word);
  if (error instanceof InvalidInput) return say(error.lines, 2);
  if (error instanceof CannotStart) return say([error.message], 3);
  if (error instanceof CommandFailed) return say([error.message], 1);
  const stack = (error as Error)?.stack ?? String(error);
  return say(`a defect of the sandbox: ${stack}`.split("\n"), 5);
}

async function tellUsage({ exitCode, code, message }: CommanderError, word: string | undefined): Promise<number> {
  if (exitCode === 0 || code === "commander.help") return exitCode === 0 ? 0 : 2;
  const line = message.replace(/^error: /, "").replace(/\s*\(Did you mean (.*)\?\)$/s, "; did you mean $1?");
  const far = await farGuess(line);
  if (far !== undefined) return say([`${far}; payment-sandbox ${word} --help lists them`], 2);
  const other = elsewhere.get(/^unknown command '(.*)'$/.exec(line)?.[1] ?? "");
  if (code === "commander.missingArgument") {
    const example = line.endsWith("'command'") ? `, such as payment-sandbox ${word} -- npm test` : "";
    return say([`${line}${example}; payment-sandbox ${word} --help shows examples`], 2);
  }
  return say([other === undefined ? line : `${line}; did you mean ${other}?`], 2);
}

/** The line without its suggestion, if Commander suggests an option that isn't similar by our own measure. */
async function farGuess(line: string): Promise<string | undefined> {
  const [, said, given, guess] = /^(unknown option '(.*)'); did you mean (--\S+)\?$/.exec(line) ?? [];
  if (said === undefined) return undefined;
  const { similar } = await import("../../core/scenario/values/issues.js");
  return similar(given!, [guess!]).didYouMean === undefined ? said : undefined;
}

const PLACE = /^.+:\d+:\d+: /;

function say(lines: readonly string[], exitCode: number): number {
  for (const line of lines.map(printableLine))
    process.stderr.write(PLACE.test(line) ? `${line}\n` : `payment-sandbox: ${line}\n`);
  return exitCode;
}

import { type Command, Option } from "commander";
import { optionRows } from "../../config/options.js";
import { resolveSettings } from "../../config/resolve.js";
import { InvalidInput } from "../../package/errors.js";
import type { RunJudgeOptions } from "../runs/judge.js";
import { addServerOptions, asTyped, chosenByFlags } from "./server-options.js";
import { duration, jobsOption, wholeOf } from "./value-options.js";

/** Options left out, because each run has its own sandbox in memory, which ends with the run. */
const left = ["readyFile", "watch", "dataDir", "store", "skipBrokenLanes", "strict", "laneTtl", "shutdownGrace"];
const ownOptions = optionRows.filter(({ name }) => !left.includes(name));
/**
 * Options that are not copied into a replay command. It adds the run's seed and scenarios itself, and needs no port
 * and no coverage check.
 */
const ownOfReplay = ["port", "seed", "scenario", "minCoverage"];

/** Flags that judge and conformance share. */
export type JudgeFlags = Omit<
  RunJudgeOptions,
  ("settings" | "scenarioRefs" | "flags" | "command" | "cwd" | "needed") | ("inspect" | "reports" | "minCoverage")
>;

function depth(text: string): 1 | 2 {
  if (text === "1" || text === "2") return text === "1" ? 1 : 2;
  throw new InvalidInput(`--depth: expected 1 or 2, found ${JSON.stringify(text)}`);
}

function wholeNumber(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidInput(`--max-unresolved: expected a whole number, found ${JSON.stringify(text)}`);
}

const each = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

/** Adds the options for running and judging a shop. */
export function addJudgeOptions(command: Command): Command {
  return addServerOptions(command, ownOptions)
    .addOption(
      new Option(
        "--budget <duration>",
        "time limit for all mutants, in real time; the most revealing run first",
      ).argParser(duration("--budget")),
    )
    .addOption(
      new Option("--only <glob>", "only mutants whose id matches, such as 'refund#1/*'; repeatable").argParser(each),
    )
    .addOption(
      new Option(
        "--depth <faults>",
        "2: add a second fault to mutants that survive a lost answer (default: 2)",
      ).argParser(depth),
    )
    .addOption(new Option("--strict", "exit with 4 if any mutant is unresolved, unreadable or not run"))
    .addOption(new Option("--max-unresolved <n>", "exit with 4 if more mutants are unresolved").argParser(wholeNumber))
    .addOption(jobsOption())
    .addOption(
      new Option("--timeout <duration>", "time limit for one run, in real time (default: 60s)").argParser(
        duration("--timeout"),
      ),
    )
    .addOption(
      new Option("--slow <duration>", "also try answers delayed this long, in real time").argParser(duration("--slow")),
    )
    .addOption(new Option("--baseline <file>", "an earlier JSON report; only new findings fail"))
    .addOption(new Option("--save <dir>", "save the mutants to this folder as scenario files"))
    .addOption(
      new Option(
        "--believes <url>",
        "the shop's beliefs, by URL with {merchantReference}, and {lane} for parallel runs",
      ),
    )
    .addOption(
      new Option("--interleavings <n>", "orders of events to try per payment (default: 24)").argParser(
        wholeOf("--interleavings", 0, 999),
      ),
    )
    .addOption(
      new Option("--shop <command>", "start the shop as a server with this shell command; <command> then drives it"),
    )
    .addOption(new Option("--shop-ready <url>", "address that answers once that shop is ready; {port} is its port"))
    .addOption(new Option("--shop-url <url>", "judge a shop already running at this address; needs --reset"))
    .addOption(new Option("--reset <command>", "a shell command that empties that shop before each run"))
    .addOption(new Option("--believes-command <command>", "a shell command that prints what the shop believes"))
    .addOption(
      new Option("--effects-command <command>", "a shell command that prints what the shop did for each order"),
    );
}

/**
 * The judge's request, from the flags and the words after `--`. Throws InvalidInput. @param name the command's own,
 * for messages
 */
export async function judgeRequest(
  name: string,
  command: Command,
  words: readonly string[],
  own: JudgeFlags,
): Promise<Omit<RunJudgeOptions, "reports" | "inspect">> {
  // Without `--`, or with words before it, an option of the user's command would be read as an option of the judge.
  if (!process.argv.includes("--") || process.argv.length - process.argv.indexOf("--") - 1 !== words.length)
    throw new InvalidInput(`${name}: expected -- before the command: payment-sandbox ${name} -- ${words.join(" ")}`);
  if (own.believes !== undefined && own.believesCommand !== undefined)
    throw new InvalidInput("--believes and --believes-command: expected one of them");
  const flags = chosenByFlags(command);
  const { settings, minCoverage } = await resolveSettings({ flags, env: process.env, cwd: process.cwd() });
  return {
    ...own,
    settings: { ...settings, port: flags.port ?? 0, dataDir: undefined },
    scenarioRefs: (flags.scenario as readonly string[] | undefined) ?? [],
    flags: asTyped(flags, ownOfReplay),
    command: words,
    minCoverage,
  };
}

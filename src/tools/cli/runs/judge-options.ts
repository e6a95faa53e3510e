import type { Command, CommandUnknownOpts, OptionValues } from "@commander-js/extra-typings";
import * as z from "zod";
import { InvalidInput } from "../../../package/errors.js";
import { whole } from "../../../server/options/kinds.js";
import type { JudgeCommandOptions } from "../../judge/judge-command.js";
import {
  addRunOptions,
  asTyped,
  chosenByFlags,
  ofKept,
  ofStanding,
  resolvedForCheck,
} from "../server/server-options.js";
import { jobsOption, severalValues, someTime, timeoutOption, valueOption, wholeFrom } from "../value-options.js";

/** Flags that judge and conformance share. */
export type JudgeFlags = Omit<
  JudgeCommandOptions,
  "settings" | "scenarioRefs" | "flags" | "command" | "cwd" | "needed" | "inspect"
>;

/** The request of a command that judges a shop. */
export interface JudgeRequest extends Omit<JudgeCommandOptions, "inspect"> {
  readonly minCoverage: number | undefined;
}

const oneOrTwo = { ...wholeFrom(1, 2), schema: () => z.literal([1, 2]), expected: "1 or 2" };
const anyCount = { ...whole(0, 999_999), expected: "a whole number" };

/** The headings of the help under which a command adds options of its own. */
export const RESULTS = "Results:";
export const EARLIER_REPORT = "With an earlier report:";

/** Adds the options for running and judging a shop, by headings. Add options under other headings first. */
export const addJudgeOptions = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  addRunOptions(declareJudge(addShopOptions(command)).optionsGroup("Options:"), {
    except: [...ofStanding, ...ofKept, "strict"],
  });

const declareJudge = <A extends unknown[], O extends OptionValues, G extends OptionValues>(command: Command<A, O, G>) =>
  command
    .optionsGroup("Which mutants run, and how:")
    .addOption(
      valueOption(
        "--budget <duration>",
        "time limit for all mutants, in real time; the most revealing run first",
        someTime,
      ),
    )
    .option("--only <glob>", "only mutants whose id matches, such as 'refund#1/*'; repeatable", severalValues)
    .option("--whole", "run each mutant, even if another one shows what it would")
    .addOption(
      valueOption(
        "--depth <faults>",
        "2: add a second fault to mutants that survive a lost answer (default: 2)",
        oneOrTwo,
      ),
    )
    .addOption(valueOption("--slow <duration>", "also try answers delayed this long, in real time", someTime))
    .addOption(
      valueOption("--interleavings <n>", "orders of events to try per payment (default: 24)", wholeFrom(0, 999)),
    )
    .addOption(jobsOption())
    .addOption(timeoutOption())
    .optionsGroup(RESULTS)
    .option("--strict", "exit with 4 if any mutant is unresolved, unreadable or not run")
    .addOption(valueOption("--max-unresolved <n>", "exit with 4 if more mutants are unresolved", anyCount))
    .option("--save <dir>", "save the mutants to this folder as scenario files")
    .optionsGroup(EARLIER_REPORT)
    .option("--baseline <file>", "an earlier JSON report; only new findings fail")
    .option("--since <file>", "an earlier JSON report; its findings and changed calls run first");

type ShopFlags = Pick<
  JudgeFlags,
  "shop" | "shopReady" | "shopUrl" | "otherMachine" | "reset" | "believes" | "believesCommand" | "effectsCommand"
>;

/** TypeScript can't follow a longer chain of options, so these are typed by hand. */
function addShopOptions<A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
): Command<A, O & ShopFlags, G> {
  const plain = command as unknown as CommandUnknownOpts;
  plain
    .optionsGroup("The shop, and what it believes:")
    .option("--shop <command>", "start the shop as a server with this shell command; <command> then drives it")
    .option("--shop-ready <url>", "address that answers once that shop is ready; {port} is its port")
    .option("--shop-url <url>", "judge a shop already running at this address; needs --reset")
    .option("--reset <command>", "a shell command that empties that shop before each run")
    .option("--other-machine", "let --believes, --shop-ready and --shop-url name another machine")
    .option("--believes <url>", "the shop's beliefs, by URL with {merchantReference}, and {lane} for parallel runs")
    .option("--believes-command <command>", "a shell command that prints what the shop believes")
    .option("--effects-command <command>", "a shell command that prints what the shop did for each order");
  return command as unknown as Command<A, O & ShopFlags, G>;
}

/** The judge's request, from the flags and the words of the user's command. Throws InvalidInput. */
export async function judgeRequest(
  command: CommandUnknownOpts,
  words: readonly string[],
  own: JudgeFlags,
): Promise<JudgeRequest> {
  if (own.believes !== undefined && own.believesCommand !== undefined)
    throw new InvalidInput("--believes and --believes-command: expected one of them");
  const flags = chosenByFlags(command);
  const { settings, minCoverage } = await resolvedForCheck(command);
  return {
    ...own,
    settings,
    scenarioRefs: flags.scenario ?? [],
    // A replay adds the run's seed and scenarios itself, and needs no port and no coverage check.
    flags: asTyped(flags, ["port", "seed", "scenario", "minCoverage"]),
    command: words,
    minCoverage,
  };
}

import { type Command, type CommandUnknownOpts, Option, type OptionValues } from "@commander-js/extra-typings";
import { InvalidInput } from "../../../package/errors.js";
import { textKind } from "../../../server/options/kinds.js";
import { defaultOf } from "../../../server/options/option-text.js";
import {
  type ChosenOptions,
  isNegated,
  type OptionName,
  type OptionRow,
  optionRows,
} from "../../../server/options/options.js";
import { type Resolved, resolveSettings } from "../../../server/options/resolve.js";
import type { Settings } from "../../../server/options/settings.js";
import { valueOption } from "../value-options.js";

/** Options of a sandbox that runs until it is stopped. One that ends with its command doesn't have them. */
export const ofStanding = ["readyFile", "watch", "shutdownGrace"] as const;
/** Options of data that outlives a sandbox. One in memory doesn't have them. */
export const ofKept = ["dataDir", "store", "skipBrokenLanes", "laneTtl"] as const;

type Selection = { readonly only: readonly OptionName[] } | { readonly except: readonly OptionName[] };

/** Adds options of the server, each as its row says. */
export function addServerOptions<A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
  selection: Selection,
): Command<A, O, G> {
  for (const row of rowsOf(selection)) command.addOption(optionOf(row, "start"));
  return command;
}

/** What a run is about. It stands with the command's own options. */
const ofRun: readonly OptionName[] = ["scenario", "strict", "minCoverage"];

/**
 * The same for a command whose sandbox ends with it. Add the command's own options first: those of the server come last in the
 * help, in a group of their own.
 */
export function addRunOptions<A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
  selection: Selection,
): Command<A, O, G> {
  const rows = rowsOf(selection);
  for (const row of rows.filter(({ name }) => ofRun.includes(name))) command.addOption(optionOf(row, "run"));
  for (const row of rows.filter(({ name }) => !ofRun.includes(name)))
    command.addOption(optionOf(row, "run").helpGroup("Server options of start, with the defaults of this command:"));
  return command;
}

const rowsOf = (selection: Selection): readonly OptionRow[] =>
  optionRows.filter(({ name }) =>
    "only" in selection ? selection.only.includes(name) : !selection.except.includes(name),
  );

function optionOf(row: OptionRow, of: "start" | "run") {
  const said = isNegated(row) ? undefined : defaultOf(row, of);
  const about = said === undefined ? row.about : `${row.about} (default: ${said})`;
  const option = new Option(row.flags, about);
  if (!option.required) return option;
  const one = valueOption(row.flags, about, row.isRepeatable ? textKind : row.kind);
  if (!row.isRepeatable) return one;
  const { parseArg } = one;
  return option.argParser((text, before: readonly unknown[] = []) => [...before, parseArg!(text, undefined)]);
}

/** The chosen flags as they would be typed, except those in `left`. */
export function asTyped(chosen: ChosenOptions, left: readonly OptionName[]): readonly string[] {
  const rows = optionRows.filter(({ name }) => chosen[name] !== undefined && !left.includes(name));
  return rows.flatMap((row) => {
    const flag = /--[\w-]+/.exec(row.flags)![0];
    const value: unknown = chosen[row.name];
    if (typeof value === "boolean") return value === isNegated(row) ? [] : [flag];
    const values = Array.isArray(value) && !row.isRepeatable ? [value.join(",")] : [value].flat();
    return values.flatMap((one) => [flag, String(one)]);
  });
}

/** The options that were chosen by flags. */
export function chosenByFlags(command: CommandUnknownOpts): ChosenOptions {
  const given = optionRows.filter(({ name }) => command.getOptionValueSource(name) === "cli");
  return Object.fromEntries(given.map(({ name }) => [name, command.getOptionValue(name)]));
}

/** What flags, environment and config file choose. `base`: the command's own defaults. Throws InvalidInput. */
export const resolvedFor = (
  command: CommandUnknownOpts,
  base: Partial<Settings> = {},
  byFlagOnly: readonly OptionName[] = [],
): Promise<Resolved> =>
  resolveSettings({ flags: chosenByFlags(command), env: process.env, cwd: process.cwd(), base, byFlagOnly });

/**
 * The same for a sandbox that ends with its command. It takes a free port and says its own address, because those from the environment
 * or the config file belong to `start`, which may be running at the same time, maybe on another machine.
 */
export async function resolvedForRun(command: CommandUnknownOpts, left: readonly OptionName[] = []): Promise<Resolved> {
  const resolved = await resolvedFor(command, { port: 0 }, ["port", "baseUrl", ...left]);
  for (const warning of resolved.warnings) process.stderr.write(`payment-sandbox: warning: ${warning}\n`);
  return resolved;
}

/**
 * The same for a run that is checked at its end. It keeps nothing unless a flag says so, because data of other runs would
 * meet its orders and its scenarios.
 */
export const resolvedForCheck = (command: CommandUnknownOpts): Promise<Resolved> => resolvedForRun(command, ofKept);

/** Refuses the given options that would have no effect, by name. `why` says beside what. Throws InvalidInput. */
export function refuseIgnored(command: CommandUnknownOpts, ignored: readonly string[], why: string): void {
  const given = command.options.filter(
    (option) =>
      ignored.includes(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === "cli",
  );
  if (given.length > 0) throw new InvalidInput(`${given.map(({ long }) => long).join(", ")}: ${why}`);
}

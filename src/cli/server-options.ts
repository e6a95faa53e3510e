import { type Command, Option } from "commander";
import type { Chosen } from "../config/chosen.js";
import { type OptionRow, optionRows } from "../config/options.js";
import { text } from "../config/readers.js";
import { InvalidInput } from "../package/errors.js";

type Keys = readonly (keyof Chosen)[];

/** Puts the options of a server on a command; `except`: those that make no sense on it. */
export function addServerOptions(command: Command, except: Keys = []): Command {
  for (const row of optionRows) if (!except.includes(row.key)) command.addOption(optionOf(row));
  return command;
}

function optionOf(row: OptionRow): Option {
  const option = new Option(row.flags, row.about);
  if (!option.required) return option;
  return option.argParser((value: string, before: unknown) =>
    row.isRepeatable ? [...((before as string[] | undefined) ?? []), read(row, value)] : read(row, value),
  );
}

function read({ flags, isRepeatable, read: reader }: OptionRow, value: string): unknown {
  try {
    return (isRepeatable ? text : reader)(value);
  } catch (error) {
    const name = /--[\w-]+/.exec(flags)?.[0];
    throw error instanceof InvalidInput ? new InvalidInput(`${name}: ${error.message}`) : error;
  }
}

/** What was chosen by flags. */
export function chosenByFlags(command: Command): Chosen {
  const given = optionRows.filter(({ key }) => command.getOptionValueSource(key) === "cli");
  return Object.fromEntries(given.map(({ key }) => [key, command.getOptionValue(key)]));
}

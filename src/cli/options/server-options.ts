import { type Command, Option } from "commander";
import { readOption, text } from "../../config/kinds.js";
import { type ChosenOptions, defaultText, isNegated, type OptionRow, optionRows } from "../../config/options.js";
import { InvalidInput } from "../../package/errors.js";

export function addServerOptions(command: Command, rows: readonly OptionRow[] = optionRows): Command {
  for (const row of rows) command.addOption(optionOf(row));
  return command;
}

function optionOf(row: OptionRow): Option {
  const option = new Option(row.flags, aboutOf(row));
  if (!option.required) return option;
  return option.argParser((value: string, before: unknown) =>
    row.isRepeatable ? [...((before as string[] | undefined) ?? []), read(row, value)] : read(row, value),
  );
}

function aboutOf(row: OptionRow): string {
  const said = isNegated(row) ? undefined : defaultText(row);
  return said === undefined ? row.about : `${row.about} (default: ${said})`;
}

function read({ flags, isRepeatable, kind }: OptionRow, value: string): unknown {
  try {
    return readOption(isRepeatable ? text : kind, value);
  } catch (error) {
    const name = /--[\w-]+/.exec(flags)?.[0];
    throw error instanceof InvalidInput ? new InvalidInput(`${name}: ${error.message}`) : error;
  }
}

/** The chosen flags as they would be typed, except those in `left`. */
export function asTyped(chosen: ChosenOptions, left: readonly string[]): readonly string[] {
  const rows = optionRows.filter(({ name }) => chosen[name] !== undefined && !left.includes(name));
  return rows.flatMap((row) => {
    const flag = /--[\w-]+/.exec(row.flags)![0];
    const value: unknown = chosen[row.name];
    if (typeof value === "boolean") return value === isNegated(row) ? [] : [flag];
    const values = Array.isArray(value) && !row.isRepeatable ? [value.join(",")] : [value].flat();
    return values.flatMap((one) => [flag, String(one)]);
  });
}

/** The settings that were chosen by flags. */
export function chosenByFlags(command: Command): ChosenOptions {
  const given = optionRows.filter(({ name }) => command.getOptionValueSource(name) === "cli");
  return Object.fromEntries(given.map(({ name }) => [name, command.getOptionValue(name)]));
}

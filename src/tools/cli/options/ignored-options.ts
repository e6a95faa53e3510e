import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { InvalidInput } from "../../../package/errors.js";

/** Refuses the given options that would have no effect, by name. `why` says beside what. Throws InvalidInput. */
export function refuseIgnored(command: CommandUnknownOpts, ignored: readonly string[], why: string): void {
  const given = command.options.filter(
    (option) =>
      ignored.includes(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === "cli",
  );
  if (given.length > 0) throw new InvalidInput(`${given.map(({ long }) => long).join(", ")}: ${why}`);
}

import type { Command, OptionValues } from "@commander-js/extra-typings";

/**
 * Makes everything from the first word on the user's command, with or without `--`, because Yarn 1 and `npm exec` swallow it.
 * So options of ours stand before it. A subcommand still wins.
 */
export function takesCommand<A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) {
  command.parent?.enablePositionalOptions();
  return command
    .usage("[options] [--] <command...>")
    .argument("<command...>", "the command; all words after its first are its own")
    .enablePositionalOptions()
    .passThroughOptions();
}

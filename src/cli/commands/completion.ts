import { Argument, Command, type Option } from "commander";
import { paymentOperations } from "../../scenario/values/operations.js";
import { declineNames, outcomeNames } from "../../scenario/values/outcomes.js";
import { type CommandWords, completionFor, type Shell, shells } from "../completion.js";

const MORE = `
Completes commands, options, operations and outcomes.

Install:
  bash   echo 'source <(payment-sandbox completion bash)' >> ~/.bashrc
  zsh    echo 'source <(payment-sandbox completion zsh)' >> ~/.zshrc      after compinit
  fish   payment-sandbox completion fish > ~/.config/fish/completions/payment-sandbox.fish

Exit codes: 0 printed, 2 usage`;

type Register = (program: Command) => void;

/** `all`: the commands to complete, including this one. */
export const completionOf =
  (all: () => Iterable<() => Promise<Register>>): Register =>
  (program) => {
    program
      .command("completion")
      .description("print a shell completion script")
      .addArgument(new Argument("<shell>", "which shell").choices(shells))
      .addHelpText("after", MORE)
      .action(async (shell: Shell) => {
        process.stdout.write(completionFor(shell, await wordsOfAll(all())));
      });
  };

/** Every command with its completions. */
async function wordsOfAll(all: Iterable<() => Promise<Register>>): Promise<readonly CommandWords[]> {
  const program = new Command("payment-sandbox");
  for (const load of all) (await load())(program);
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    words: wordsAfter(command.name()),
    options: command.options.filter(isShown).map(({ long, description }) => ({ name: long!, description })),
    values: valuesOf(command),
  }));
}

const isShown = ({ long, hidden }: Option): boolean => long != null && !hidden;

/** The possible first words after a command. */
const wordsAfter = (name: string): readonly string[] =>
  name === "call" ? paymentOperations : name === "completion" ? shells : [];

/** The possible values of each option, by the option's name. */
function valuesOf(command: Command): ReadonlyMap<string, readonly string[]> {
  const known: readonly (readonly [string, readonly string[]])[] = [
    ["--outcome", outcomeNames],
    ["--decline", declineNames],
    ...command.options.flatMap(({ long, argChoices }) => (long && argChoices ? [[long, argChoices] as const] : [])),
  ];
  return new Map(known.filter(([name]) => command.options.some(({ long }) => long === name)));
}

import { Argument, Command, type CommandUnknownOpts, type Option } from "@commander-js/extra-typings";
import { paymentOperations } from "../../scenario/values/operations.js";
import { declineNames, outcomeNames } from "../../scenario/values/outcomes.js";

const MORE = `
Completes commands, options, operations and outcomes.

Install:
  bash   echo 'source <(payment-sandbox completion bash)' >> ~/.bashrc
  zsh    echo 'source <(payment-sandbox completion zsh)' >> ~/.zshrc      after compinit
  fish   payment-sandbox completion fish > ~/.config/fish/completions/payment-sandbox.fish

Exit codes: 0 printed, 2 usage`;

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

type Register = (program: Command) => void;

/** `all`: the commands to complete, including this one. */
export const addCompletion =
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

/** Every command with the words that can follow it. */
async function wordsOfAll(all: Iterable<() => Promise<Register>>): Promise<readonly CommandWords[]> {
  const program = new Command("payment-sandbox");
  for (const load of all) (await load())(program);
  return program.commands.map(wordsOf);
}

type CommandWords = ReturnType<typeof wordsOf>;

const wordsOf = (command: CommandUnknownOpts) => ({
  name: command.name(),
  description: command.description(),
  words: wordsAfter(command.name()),
  options: command.options.filter(isShown).map(({ long, description }) => ({ name: long!, description })),
  values: valuesOf(command),
});

const isShown = ({ long, hidden }: Option): boolean => long != null && !hidden;

/** The possible first words after a command. */
const wordsAfter = (name: string): readonly string[] =>
  name === "call" ? paymentOperations : name === "completion" ? shells : [];

/** The possible values of each option, by the option's name. */
function valuesOf(command: CommandUnknownOpts): ReadonlyMap<string, readonly string[]> {
  const known: readonly (readonly [string, readonly string[]])[] = [
    ["--outcome", outcomeNames],
    ["--decline", declineNames],
    ...command.options.flatMap(({ long, argChoices }) => (long && argChoices ? [[long, argChoices] as const] : [])),
  ];
  return new Map(known.filter(([name]) => command.options.some(({ long }) => long === name)));
}

/** A script that completes the words of a command line. */
function completionFor(shell: Shell, commands: readonly CommandWords[]): string {
  if (shell === "fish") return fish(commands);
  return shell === "bash" ? bash(commands) : `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;
}

/** zsh can use it too, through its bashcompinit. */
const bash = (commands: readonly CommandWords[]): string => `_payment_sandbox() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.map(({ name }) => name).join(" ")} --help --version"
  else
    case "\${COMP_WORDS[1]} $previous" in
${commands.flatMap(valueCases).join("\n")}
    *)
      case "\${COMP_WORDS[1]}" in
${commands.map(({ name, words, options }) => `      ${name}) words="${[...words, ...options.map((one) => one.name), "--help"].join(" ")}" ;;`).join("\n")}
      esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _payment_sandbox payment-sandbox
`;

const valueCases = ({ name, values }: CommandWords): readonly string[] =>
  [...values].map(([option, words]) => `    "${name} ${option}") words="${words.join(" ")}" ;;`);

const fish = (commands: readonly CommandWords[]): string =>
  [
    "complete -c payment-sandbox -f",
    ...commands.flatMap(({ name, description, words, options, values }) => [
      `complete -c payment-sandbox -n __fish_use_subcommand -a ${name} -d ${fishText(description)}`,
      ...words.map((word) => `${after(name)} -a ${word}`),
      ...options.map(
        (option) =>
          `${after(name)} -l ${option.name.slice(2)} -d ${fishText(option.description)}${argument(values.get(option.name))}`,
      ),
    ]),
    "",
  ].join("\n");

const after = (name: string): string => `complete -c payment-sandbox -n '__fish_seen_subcommand_from ${name}'`;
const argument = (words: readonly string[] | undefined): string => (words ? ` -xa '${words.join(" ")}'` : "");
const fishText = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

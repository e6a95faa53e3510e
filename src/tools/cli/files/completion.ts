import { Argument, Command, type CommandUnknownOpts, type Option } from "@commander-js/extra-typings";
import { testCards } from "../../../core/facts/cards.js";
import { paymentMethods } from "../../../core/facts/methods.js";
import { paymentOperations } from "../../../core/scenario/values/operations.js";
import { declineNames, outcomeNames } from "../../../core/scenario/values/outcomes.js";
import { catalogueNames } from "../../../lane/catalogue/scenario-files.js";
import { optionRows } from "../../../server/options/options.js";
import { profiles } from "../../judge/conformance/profiles.js";
import { reportFormats } from "../../reports/write.js";

const MORE = `
Completes commands, options, their values, operations, scenario names, files, and the command of exec and the like.
The shell must find payment-sandbox itself: by npm install --global, or with node_modules/.bin on the PATH.

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
  words: wordsAfter(command),
  options: command.options.filter(isShown).map(optionOf),
  /** The rest of the line is another program's, with or without `--` before it. */
  runs: command.registeredArguments.some((one) => one.name() === "command" && one.variadic),
  takesFiles: command.registeredArguments.some((one) => /^(a|b|files?)$/.test(one.name())),
});

const isShown = ({ long, hidden }: Option): boolean => long != null && !hidden;

/** The possible first words after a command. */
const wordsAfter = (command: CommandUnknownOpts): readonly string[] => {
  if (command.name() === "call") return paymentOperations;
  if (command.name() === "scenarios") return catalogueNames();
  const subcommands = command.commands.map((one) => one.name());
  return [...subcommands, ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])];
};

const optionOf = ({ long, description, required, optional, argChoices, flags }: Option) => ({
  name: long!,
  description,
  takesValue: required || optional,
  values: argChoices ?? valuesOf(long!),
  isFile: /<(file|pem|dir|path|report)\b/.test(flags),
});

/** The possible values of an option. Empty: anything. */
function valuesOf(long: string): readonly string[] {
  const known: Readonly<Record<string, () => readonly string[]>> = {
    "--outcome": () => outcomeNames,
    "--decline": () => declineNames,
    "--method": () => paymentMethods,
    "--card": () => testCards.map(({ name }) => name),
    "--scenario": catalogueNames,
    "--report": () => reportFormats.map((format) => `${format}=`),
    "--profile": () => ["all", ...profiles.map(({ id }) => id.toLowerCase())],
  };
  return known[long]?.() ?? optionRows.find(({ flags }) => flags.split(/[ ,]+/).includes(long))?.kind.choices ?? [];
}

/** A script that completes the words of a command line. */
function completionFor(shell: Shell, commands: readonly CommandWords[]): string {
  if (shell === "fish") return fish(commands);
  return shell === "bash" ? bash(commands) : `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;
}

/**
 * zsh can use it too, through its bashcompinit. Where nothing fits, both complete files. `_command_offset` is bash-completion's: it
 * completes the user's command as that command's own completion does.
 */
const bash = (commands: readonly CommandWords[]): string => `_payment_sandbox() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" name="\${COMP_WORDS[1]}"
  local words="" valued="" runs="" program=0 at
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.map(({ name }) => name).join(" ")} --help --version"
  else
    case "$name" in
${commands.map(commandCase).join("\n")}
    esac
    for ((at = 2; at < COMP_CWORD && runs; at++)); do
      case "\${COMP_WORDS[at]}" in
        --) program=$((at + 1)); break ;;
        -*) case "$valued" in *" \${COMP_WORDS[at]} "*) at=$((at + 1)) ;; esac ;;
        *) program=$at; break ;;
      esac
    done
    if [ "$program" -gt 0 ]; then
      if [ "$program" -eq "$COMP_CWORD" ]; then COMPREPLY=($(compgen -c -- "$current"))
      elif declare -F _command_offset > /dev/null; then _command_offset "$program"
      else COMPREPLY=(); fi
      return
    fi
    case "$valued" in *" $previous "*) words="" ;; esac
    case "$name $previous" in
${commands.flatMap(valueCases).join("\n")}
      *) if [ -n "$runs" ] && [ -n "$current" ] && [ "$current" = "\${current#-}" ] && [ -n "$words" ]; then
          COMPREPLY=($(compgen -c -- "$current") $(compgen -W "$words" -- "$current")); return
        fi ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case "\${COMPREPLY[0]}" in *=) compopt -o nospace 2> /dev/null ;; esac
}
complete -o default -F _payment_sandbox payment-sandbox
`;

const commandCase = ({ name, words, options, runs }: CommandWords): string => {
  const valued = options.filter((one) => one.takesValue).map((one) => one.name);
  const all = [...words, ...options.map((one) => one.name), "--help"];
  return `      ${name}) words="${all.join(" ")}" valued=" ${valued.join(" ")} "${runs ? " runs=1" : ""} ;;`;
};

const valueCases = ({ name, options }: CommandWords): readonly string[] =>
  options
    .filter(({ values }) => values.length > 0)
    .map((option) => `      "${name} ${option.name}") words="${option.values.join(" ")}" ;;`);

const fish = (commands: readonly CommandWords[]): string =>
  [
    "complete -c payment-sandbox -f",
    ...commands.flatMap(({ name, description, words, options, runs, takesFiles }) => [
      `complete -c payment-sandbox -n __fish_use_subcommand -a ${name} -d ${fishText(description)}`,
      ...words.map((word) => `${after(name)} -a ${word}`),
      ...(runs ? [`${after(name)} -xa '(__fish_complete_subcommand --fcs-skip=2)'`] : []),
      ...(takesFiles ? [`${after(name)} -F`] : []),
      ...options.map(
        (option) => `${after(name)} -l ${option.name.slice(2)} -d ${fishText(option.description)}${argument(option)}`,
      ),
    ]),
    "",
  ].join("\n");

const after = (name: string): string => `complete -c payment-sandbox -n '__fish_seen_subcommand_from ${name}'`;

function argument({ values, takesValue, isFile, name }: CommandWords["options"][number]): string {
  if (values.length > 0) return ` ${name === "--scenario" ? "-rF" : "-x"} -a '${values.join(" ")}'`;
  if (!takesValue) return "";
  return isFile ? " -rF" : " -x";
}

const fishText = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

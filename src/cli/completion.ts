export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** A command, and the words that can follow it. */
export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly words: readonly string[];
  readonly options: readonly { readonly name: string; readonly description: string }[];
  /** The values of an option, by its name. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** A script that completes the words of a command line. */
export function completionFor(shell: Shell, commands: readonly CommandWords[]): string {
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

import { stringify } from "yaml";
import { assumptions } from "../../../core/facts/assumptions.js";
import type { AnswerName } from "../../../core/facts/codes.js";
import { plural } from "../../../core/scenario/values/plural.js";
import { objectOf } from "../../../package/json.js";
import { version } from "../../../package/version.js";
import type { SandboxOptions } from "../../library/types.js";

/** A call that shows a difference, without anything personal. */
export interface ShownCall {
  readonly request: string;
  readonly there: string;
  /** The sandbox's answer, if it differs. */
  readonly here?: string;
}

/** A point at which the real service differs from the sandbox. */
export interface WrongGuess {
  /** An assumption, `responseCodes.<name>`, or an operation. */
  readonly about: string;
  /** What the sandbox says. */
  readonly says: string;
  readonly seen: readonly string[];
  readonly calls: readonly ShownCall[];
  /** What makes the sandbox do as the service does. Empty if nothing can. */
  readonly remedy: Remedy;
}

export interface Remedy {
  readonly assumptions?: Readonly<Record<string, string>>;
  readonly responseCodes?: Readonly<Record<string, SpokenAs>>;
  /** A rule of a scenario file. */
  readonly rule?: Readonly<Record<string, unknown>>;
}

export interface SpokenAs {
  readonly code: string;
  readonly message?: string | undefined;
}

/** A guess about a code or its message. `says`: the sandbox's own. */
export const codeGuess = (
  name: AnswerName,
  { says, spoken, calls }: Pick<WrongGuess, "says" | "calls"> & { readonly spoken: SpokenAs },
): WrongGuess => ({
  ...{ about: `responseCodes.${name}`, says, calls },
  seen: [`${spoken.code} ${spoken.message ?? ""}`.trimEnd()],
  remedy: { responseCodes: { [name]: spoken } },
});

/** Everything that the guesses say to write into a config file, and the rules of a scenario. */
export const remedyOf = (guesses: readonly WrongGuess[]) => ({
  assumptions: Object.assign({}, ...guesses.map(({ remedy }) => remedy.assumptions)) as Record<string, string>,
  responseCodes: Object.assign({}, ...guesses.map(({ remedy }) => remedy.responseCodes)) as Record<string, SpokenAs>,
  rules: guesses.flatMap(({ remedy }) => remedy.rule ?? []),
});

/** The config under which a sandbox answers as these guesses say. */
export function optionsUnder(guesses: readonly WrongGuess[], options: SandboxOptions = {}): SandboxOptions {
  const { assumptions, responseCodes, rules } = remedyOf(guesses);
  return {
    ...options,
    assumptions: { ...options.assumptions, ...assumptions },
    responseCodes: { ...(objectOf(options.responseCodes) as object), ...responseCodes },
    ...(rules.length > 0 && { scenario: scenarioOf(rules) as never }),
  };
}

const scenarioOf = (rules: readonly unknown[]) => ({ name: "as the service does", rules });

/** An assumption in words, with its choice. Empty if there is none of this id. */
export function claimOf(id: string, choice?: string): string {
  const row = assumptions.find((one) => one.id === id);
  return row === undefined ? "" : `${row.claim} (${choice ?? row.choices[0]})`;
}

/** A report that a user can send or paste as it is, in Markdown. `found`: how the differences were found. */
export function issueText(guesses: readonly WrongGuess[], { found }: { readonly found: string }): string {
  if (guesses.length === 0) return `# No difference from the real service\n\n${found}\n`;
  return `# ${plural(guesses.length, "difference")} from the real service

${found}

- payment-sandbox ${version}, Node ${process.versions.node}, ${process.platform}
- Ids, references, names, addresses, keys and tokens are replaced. Please read it once before you send it. Nothing was sent.

${guesses.map(section).join("\n")}
${remedyText(guesses)}`;
}

function section({ about, says, seen, calls, remedy }: WrongGuess, i: number): string {
  const shown = calls.map(({ request, there, here }, at) => {
    const ours = here === undefined ? "" : `\n  sandbox ${here}`;
    return `${at + 1} ${request}\n  service ${there}${ours}`;
  });
  const none = Object.keys(remedy).length === 0 ? "- No setting of the sandbox makes it do the same.\n" : "";
  return `## ${i + 1}. ${about}

${says === "" ? "" : `- The sandbox: ${says}\n`}${seen.map((line) => `- The service: ${line}\n`).join("")}${none}
${calls.length === 0 ? "" : `\`\`\`text\n${shown.join("\n")}\n\`\`\`\n`}`;
}

function remedyText(guesses: readonly WrongGuess[]): string {
  const { assumptions, responseCodes, rules } = remedyOf(guesses);
  const config = {
    ...(Object.keys(assumptions).length > 0 && { assumptions }),
    ...(Object.keys(responseCodes).length > 0 && { responseCodes }),
  };
  return [
    ...(Object.keys(config).length > 0 ? [block("payment-sandbox.config.yaml", config)] : []),
    ...(rules.length > 0 ? [block("as-the-service-does.scenario.yaml", scenarioOf(rules))] : []),
  ].join("\n");
}

const block = (file: string, content: object): string =>
  `## Until then, in ${file}\n\n\`\`\`yaml\n${stringify(content, { lineWidth: 0 })}\`\`\`\n`;

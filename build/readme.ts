// Writes the generated parts of the README and of pages of docs: what lies between <!-- name:begin --> and <!-- name:end -->.
import { readFileSync } from "node:fs";
import { memberRows } from "../src/config/members.js";
import { defaultText, environmentName, isNegated, negatedName, optionRows } from "../src/config/options.js";
import { assumptions } from "../src/facts/assumptions.js";
import { outcomes } from "../src/scenario/outcomes.js";
import { controlRows } from "./control-table.js";

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), row(...head.map(() => "---")), ...rows.map((cells) => row(...cells))].join("\n");

const snippet = (file: string, language: string): string =>
  `\`\`\`${language}\n${readFileSync(`examples/snippets/${file}`, "utf8").trim()}\n\`\`\``;

const folded = (summary: string, text: string): string =>
  `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;

const languages = [
  ["curl (bash, openssl, jq)", "sh", "bash"],
  ["PHP", "php", "php"],
  ["Python", "py", "python"],
  ["Node", "mjs", "js"],
] as const;

const snippets = (verb: "sign" | "verify"): string =>
  [
    ...languages.map(([name, ending, language]) => folded(name, snippet(`${verb}.${ending}`, language))),
    folded("Java", snippet(`${verb === "sign" ? "Sign" : "Verify"}.java`, "java")),
  ].join("\n");

const parts: Record<string, () => string> = {
  assumptions: () =>
    table(
      ["id", "what the sandbox assumes", "because", "also plausible", "choices built"],
      assumptions.map((a) => [
        `\`${a.id}\``,
        a.claim,
        a.because,
        a.alternatives.join("; ") || "–",
        a.choices.length > 1 ? a.choices.map((c) => `\`${c}\``).join(", ") : "–",
      ]),
    ),
  outcomes: () =>
    table(
      ["outcome", "kind", "code", "message"],
      outcomes.map((o) => [`\`${o.name}\``, o.kind, `\`${o.code}\``, o.message]),
    ),
  options: () =>
    table(
      ["option", "environment variable", "default", "what it does"],
      optionRows.map((option) => [
        `\`${option.flags}\``,
        `\`${environmentName(isNegated(option) ? negatedName(option) : option.name)}\``,
        defaultText(option) ?? "–",
        option.about,
      ]),
    ),
  members: () =>
    table(
      ["member", "what it does"],
      memberRows.map(({ name, about }) => [`\`${name}\``, about]),
    ),
  control: () => table(["call", "what it does", "takes", "answers"], controlRows()),
  sign: () => snippets("sign"),
  verify: () => snippets("verify"),
};

/** The pages that are kept in the repository, each with its generated parts. */
export const pages: Readonly<Record<string, readonly string[]>> = {
  "README.md": Object.keys(parts).filter((name) => name !== "assumptions"),
  "docs/assumptions.md": ["assumptions"],
};

/** A page with each generated part made anew. */
export function renderPage(file: string, text: string): string {
  return pages[file]!.reduce((page, name) => {
    const begin = `<!-- ${name}:begin -->`;
    const end = `<!-- ${name}:end -->`;
    const [from, to] = [page.indexOf(begin), page.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`expected ${begin} and ${end} in ${file}`);
    return `${page.slice(0, from + begin.length)}\n\n${parts[name]!()}\n\n${page.slice(to)}`;
  }, text);
}

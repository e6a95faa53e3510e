// The generated parts of the pages of the documentation: what lies between <!-- name:begin --> and <!-- name:end -->.
import { readFileSync } from "node:fs";
import { Command } from "@commander-js/extra-typings";
import { assumptions } from "../../src/core/facts/assumptions.js";
import { testCards } from "../../src/core/facts/cards.js";
import { type AnswerName, allCodes, isDeclineName } from "../../src/core/facts/codes.js";
import { outcomes } from "../../src/core/scenario/values/outcomes.js";
import { advice } from "../../src/lane/explain/answer-advice.js";
import { needsOtherCard } from "../../src/lane/explain/lookup/refused-call.js";
import { memberRows } from "../../src/server/options/members.js";
import { environmentName } from "../../src/server/options/option-text.js";
import { isNegated, negatedName, optionRows } from "../../src/server/options/options.js";
import { commands, loadCommand } from "../../src/tools/cli/commands.js";
import { cureOf } from "../../src/tools/judge/schema/cures.js";
import { practiceIds, practiceTexts } from "../../src/tools/judge/schema/practice-texts.js";
import { accusations, verdictTexts } from "../../src/tools/judge/schema/verdicts.js";
import { probes } from "../../src/tools/trust/calibrate/probes/index.js";
import { conformanceTests } from "./conformance-tests.js";
import { controlDetails, controlRows } from "./control-calls.js";
import { libraryMembers, libraryValues } from "./library-members.js";
import { orderStatusTable } from "./order-statuses.js";
import { endpointRows, endpointSections } from "./payment-api.js";
import { scenarioMembers } from "./scenario-members.js";
import { storedCardTable } from "./stored-cards.js";
import { table } from "./tables.js";

const fenced = (text: string, language: string): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

const snippet = (file: string, language: string): string =>
  fenced(readFileSync(`examples/snippets/${file}`, "utf8"), language);

const example = (file: string): string => readFileSync(`examples/${file}`, "utf8");

const folded = (summary: string, text: string): string =>
  `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;

const languages = [
  ["curl (bash, openssl, jq)", "sh", "bash"],
  ["PHP", "php", "php"],
  ["Python", "py", "python"],
  ["Node", "mjs", "js"],
] as const;

/** A whole endpoint in each language that has one. */
const endpoints = (): string =>
  [
    ...languages
      .filter(([, ending]) => ending !== "sh")
      .map(([name, ending, language]) => folded(name, snippet(`endpoint.${ending}`, language))),
    folded("Java", snippet("Endpoint.java", "java")),
  ].join("\n");

/** A notification's handler in each web framework of Python. */
const views = (): string =>
  ["Flask", "Django", "FastAPI"]
    .map((name) => folded(name, snippet(`${name.toLowerCase()}_view.py`, "python")))
    .join("\n");

const snippets = (verb: "sign" | "verify"): string =>
  [
    ...languages.map(([name, ending, language]) => folded(name, snippet(`${verb}.${ending}`, language))),
    folded("Java", snippet(`${verb === "sign" ? "Sign" : "Verify"}.java`, "java")),
    ...(verb === "verify" ? [folded("Python with cryptography", snippet("verify_cryptography.py", "python"))] : []),
  ].join("\n");

/** What calibrate can find by calls, with `--listen` and with a person. */
function reach(): string {
  const built = assumptions.filter(({ choices }) => choices.length > 1).map(({ id }) => id);
  const needsOf = (id: string): string | undefined => {
    const probe = probes.find((one) => one.id === id);
    return probe && (probe.needs ?? []).join(" ");
  };
  const rows = [
    ["calls alone", ""],
    ["with `--listen`, in addition", "listener"],
    ["with a person at the terminal, in addition", "person"],
    ["with both, in addition", "listener person"],
    ["no probe (response codes are learnt one by one)", undefined],
  ] as const;
  return table(
    ["way", "number", "assumptions"],
    rows.map(([way, needs]) => {
      const ids = built.filter((id) => needsOf(id) === needs);
      return [way, String(ids.length), ids.map((id) => `\`${id}\``).join(", ")];
    }),
  );
}

/** How `--issue` can report that the service differs from a guess. */
function reportedBy(id: string): string {
  if (id === "response-codes") return "`calibrate`, `compare`";
  const probe = probes.find((one) => one.id === id);
  if (!probe) return "your own words";
  const needs = { listener: "`--listen`", person: "a person" };
  const given = (probe.needs ?? []).map((need) => needs[need]);
  return `\`calibrate\`${given.length === 0 ? "" : ` with ${given.join(" and ")}`}`;
}

/** A declined charge of a stored card is tried again in another way than a payment on a page. */
const ofStoredCard = (declined: AnswerName): string =>
  `A stored card: [charge ${needsOtherCard(declined) ? "another one" : "another one, or this one later,"} under a new reference](payment-api.md#after-each-answer-to-a-charge-of-a-stored-card).`;

const parts: Record<string, () => string | Promise<string>> = {
  "library-members": libraryMembers,
  "library-values": libraryValues,
  commands: async () => table(["command", "what it does"], await commandRows()),
  assumptions: () =>
    table(
      ["id", "what the sandbox assumes", "because", "also plausible", "choices built", "report a difference with"],
      assumptions.map((a) => [
        `\`${a.id}\``,
        a.claim,
        a.because,
        a.alternatives.join("; ") || "–",
        a.choices.length > 1 ? a.choices.map((c) => `\`${c}\``).join(", ") : "–",
        reportedBy(a.id),
      ]),
    ),
  cards: () =>
    table(
      ["card", "brand", "`--card` of `pay`", "outcome"],
      testCards.map(({ number, brand, name, outcome, challenge }) => [
        `\`${number.replace(/(....)(?=.)/g, "$1 ")}\``,
        brand,
        `\`${name}\``,
        `${outcome}${challenge ? ", after a 3-D Secure challenge" : ""}`,
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
        [typeof option.default === "number" ? String(option.default) : [], option.defaultNote ?? []]
          .flat()
          .join("; ") || "–",
        option.about,
      ]),
    ),
  members: () =>
    table(
      ["member", "what it does"],
      memberRows.map(({ name, about }) => [`\`${name}\``, about]),
    ),
  reach,
  "conformance-tests": conformanceTests,
  control: () => table(["call", "what it does", "takes", "answers"], controlRows()),
  "control-details": controlDetails,
  endpoints: () => table(["path", "what it does"], endpointRows()),
  "endpoint-details": endpointSections,
  "order-statuses": orderStatusTable,
  "stored-cards": storedCardTable,
  "scenario-members": scenarioMembers,
  advice: () =>
    table(
      ["code", "message", "what to do"],
      Object.entries(allCodes).map(([name, { code, message }]) => [
        `\`${code}\``,
        message,
        `${advice[name as AnswerName]}${isDeclineName(name) ? ` ${ofStoredCard(name)}` : ""}`,
      ]),
    ),
  verdicts: () =>
    accusations
      .map((verdict) => `## ${verdict}\n\nThe shop ${verdictTexts[verdict].means}.\n\n${cureOf(verdict)}`)
      .join("\n\n"),
  practices: () =>
    practiceIds
      .map((id) => {
        const { grave, cause } = practiceTexts[id];
        return `## ${id}\n\n${cause} ${grave ? "It is grave: it fails the run." : "It is advice."}\n\n${cureOf(id)}`;
      })
      .join("\n\n"),
  sign: () => snippets("sign"),
  verify: () => snippets("verify"),
  endpoint: endpoints,
  views,
  "take-once": () => fenced(/^def take_once[\s\S]*?(?=\n{3})/m.exec(example("flask/shop.py"))![0], "python"),
  "flask-shop": () => fenced(example("flask/shop.py"), "python"),
  "php-shop": () => fenced(example("php/shop.php"), "php"),
  "flask-test": () => fenced(example("flask/test_shop.py"), "python"),
  genuine: () => folded("genuine.ts", snippet("genuine.ts", "ts")),
};

/** The pages with generated parts, each with their names. */
export const pages: Readonly<Record<string, readonly string[]>> = {
  "examples/README.md": ["flask-shop", "php-shop"],
  "kits/README.md": ["flask-test"],
  "docs/assumptions.md": ["assumptions"],
  "docs/calibration.md": ["reach"],
  "docs/command-line.md": ["commands", "options", "members"],
  "docs/conformance.md": ["conformance-tests"],
  "docs/control-api.md": ["control", "control-details"],
  "docs/first-order.md": ["sign"],
  "docs/library.md": ["library-members", "library-values"],
  "docs/notifications.md": ["take-once", "verify", "endpoint", "views", "genuine"],
  "docs/outcomes.md": ["cards", "outcomes"],
  "docs/payment-api.md": ["endpoints", "order-statuses", "stored-cards", "endpoint-details"],
  "docs/scenarios.md": ["scenario-members"],
  "docs/troubleshooting.md": ["advice"],
  "docs/verdicts.md": ["verdicts", "practices"],
};

/** The commands in their order, with what their help says of them. */
async function commandRows(): Promise<readonly (readonly string[])[]> {
  const program = new Command();
  for (const name of commands.keys()) (await loadCommand(name))(program);
  return program.commands.map((command) => [`\`${command.name()}\``, command.description()]);
}

/** A page with each generated part made anew. */
export async function renderPage(file: string, text: string): Promise<string> {
  let page = text;
  for (const name of pages[file]!) {
    const begin = `<!-- ${name}:begin -->`;
    const end = `<!-- ${name}:end -->`;
    const [from, to] = [page.indexOf(begin), page.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`expected ${begin} and ${end} in ${file}`);
    page = `${page.slice(0, from + begin.length)}\n\n${await parts[name]!()}\n\n${page.slice(to)}`;
  }
  return page;
}

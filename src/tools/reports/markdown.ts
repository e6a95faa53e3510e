import { printable } from "../../package/printable.js";
import { factLines, type Group, type Item, type Report, type TableGroup, toneSigns } from "./report.js";

/** GitHub accepts at most 65,536 characters in a comment. */
const COMMENT_CHARS = 60_000;
const TEXT_CHARS = 2_000;
const SHOWN = { steps: 12, seen: 5 } as const;

/** For a pull request's comment and a step summary: each mistake with its cure. Says so if something was left out. */
export const markdownOf = (report: Report): string =>
  commentOf([
    [
      `## ${titleOf(report)}: ${plainText(report.verdict)}`,
      "",
      `${aboutOf(report).join(", ")}.`,
      "",
      ...factLines(report).map((fact) => `${plainText(fact)}\n`),
    ].join("\n"),
    ...report.groups.flatMap(groupText),
  ]);

/** The command's own name, such as Judge. */
function titleOf({ title }: Report): string {
  const name = title.replace(/^payment-sandbox /, "");
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
}

const aboutOf = ({ totals, seed, version }: Report): readonly string[] => [
  ...(totals.length === 0 ? [] : [totals.map(plainText).join(" · ")]),
  ...(seed === undefined ? [] : [`seed ${seed}`]),
  `payment-sandbox ${version}`,
];

function groupText(group: Group): readonly string[] {
  if (group.kind === "table" && group.markdown !== undefined) return [foldedRows(group.columns, group.markdown)];
  if (group.kind !== "items" || group.items.length === 0) return [];
  switch (group.page) {
    case "cards":
      return group.items.map(cardText);
    case "list":
      return group.items
        .filter(({ tone }) => group.terminal === "each" || tone === "bad" || tone === "unsure")
        .flatMap(lineText);
    case "table":
      return [foldedRows(["Test", "Result", "Requirement"], { title: group.title, rows: group.items.map(testRow) })];
    case "folded":
      return [];
  }
}

function cardText(item: Item): string {
  const { tone, label, name, about, why, sides = [], details = [], steps = [], cure, replay, seen = [] } = item;
  const rest = seen.length - SHOWN.seen;
  const shown = seen.slice(0, SHOWN.seen).map((one) => codeText(one.name));
  return [
    `### ${toneSigns[tone]} ${label === name ? "" : `${label} `}${plainText(name)}${about === undefined ? "" : `: ${plainText(about)}`}`,
    "",
    ...(why === undefined ? [] : [plainText(why), ""]),
    ...sides.map(
      ([order, books, shop]) =>
        `- ${codeText(order)}: the books say ${plainText(books)}; the shop says ${plainText(shop)}`,
    ),
    ...details.map(([what, text]) => `- ${plainText(what)}: ${plainText(text)}`),
    "",
    ...(cure === undefined ? [] : [`**Cure:** ${plainText(cure)}`, ""]),
    ...(seen.length === 0 ? [] : [`Seen in ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`, ""]),
    ...(replay === undefined
      ? []
      : [
          "<details><summary>What happened, and how to replay it</summary>",
          "",
          ...steps.slice(0, SHOWN.steps).map((line, i) => `${i + 1}. ${plainText(line)}`),
          "",
          codeText(replay),
          "",
          "</details>",
          "",
        ]),
  ].join("\n");
}

/** A line for each finding of an item. */
const lineText = (item: Item): readonly string[] =>
  (item.found ?? [item]).map(({ tone, label, name, place, why, details = [] }) =>
    [
      `- ${toneSigns[tone]} ${plainText(why ?? `${label}: ${name}`)}`,
      ...(place === undefined ? [] : [` (${plainText(place)})`]),
      ...details.map(([what, text]) => `\n  - ${plainText(what)}: ${plainText(text)}`),
    ].join(""),
  );

const testRow = ({ tone, name, label, about = "" }: Item): readonly string[] => [
  name,
  `${toneSigns[tone]} ${label}`,
  about,
];

/** Rows of a table, folded. The other reports may have more. */
function foldedRows(columns: readonly string[], { title, rows }: NonNullable<TableGroup["markdown"]>): string {
  const row = (cells: readonly string[]): string => `| ${cells.map(cellText).join(" | ")} |`;
  return [
    `<details><summary>${plainText(title)}</summary>`,
    "",
    ...[row(columns), `|${" --- |".repeat(columns.length)}`, ...rows.map(row)],
    "",
    "</details>",
    "",
  ].join("\n");
}

const CELL_CHARS = 200;
const cellText = (text: string): string => plainText(text.length > CELL_CHARS ? `${text.slice(0, CELL_CHARS)}…` : text);

/** Text from a shop or a command, in one line, escaped so that it can't become markup, a mention or a link. */
const plainText = (from: string): string =>
  oneLine(from)
    .replace(/[\\`*_~[\]<>|#@&!$]/g, (letter) => `\\${letter}`)
    .replaceAll("://", ":\\//");

/** The same as code. Replaces characters that could end the code or a table's cell. */
const codeText = (from: string): string => `\`${oneLine(from).replaceAll("`", "'").replaceAll("|", "¦")}\``;

function oneLine(from: string): string {
  const line = printable(from.toWellFormed()).replace(/\s+/gu, " ").trim();
  return line.length <= TEXT_CHARS ? line : `${line.slice(0, TEXT_CHARS).toWellFormed()}…`;
}

/** As many parts as fit into a comment, in their order. The first part must be short. */
function commentOf(parts: readonly string[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const part of parts) {
    length += part.length + 1;
    if (length > COMMENT_CHARS) return `${kept.join("\n")}\n\nShortened: the JSON report has all of it.\n`;
    kept.push(part);
  }
  return `${kept.join("\n")}\n`;
}

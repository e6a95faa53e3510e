import { plural } from "../../core/scenario/values/plural.js";
import { printable } from "../../package/printable.js";
import {
  factLines,
  type Group,
  type Item,
  type ItemGroup,
  type MapField,
  othersText,
  type Report,
  type Tone,
  toneSigns,
} from "./report.js";

const SHOWN = { found: 3, rest: 3, sides: 3, brief: 2, columns: 4 } as const;
/** Of a cure that is wrapped. */
const WIDTH = 160;
const REPLAY = "replay";

/** The report for a terminal: the verdict, then what is wrong, then the totals. No line is cut, because a figure may stand at the end. */
export const terminalLines = (report: Report): readonly string[] => [
  ...[report.verdict, ...factLines(report).map((fact) => `  ${fact}`)].map(lineText),
  ...resultLines(report, "  "),
  ...report.totals.map(lineText),
];

/** Only the results, for a command that prints between the lines of another one. */
export const resultLines = (report: Report, indent = ""): readonly string[] =>
  report.groups.flatMap((group) => groupLines(group, report.groups, indent)).map(lineText);

/** Text from the shop is escaped, so that it can't move the cursor. Only a command may have lines, because people paste it. */
const lineText = (text: string): string =>
  text.startsWith(`    ${REPLAY} `) ? printable(text) : printable(text).replaceAll("\n", "\\n");

/** Groups whose items are shown in full are shown together, so that all of them fit on a screen. */
function groupLines(group: Group, groups: readonly Group[], indent: string): readonly string[] {
  switch (group.kind) {
    case "table":
      return [];
    case "map":
      return group.fields.length === 0 ? [] : mapLines(group.fields);
    case "items":
      break;
  }
  const { items, title, terminal } = group;
  if (items.length === 0) return [];
  switch (terminal) {
    case "found":
      return group === groups.find(isFound) ? foundLines(groups.filter(isFound)) : [];
    case "each":
      return [title, ...eachLines(items), ""];
    case "lines":
      return limited(
        items
          .flatMap(partsOf)
          .filter(isOpen)
          .map((item) => [
            `${indent}${sentenceOf(item)}`,
            ...(item.details ?? []).map(([name, text]) => `${indent}  ${name}: ${text}`),
          ]),
        group.most,
      );
    case "brief":
      return briefLines(items);
    case "names":
      return [`${title[0]!.toLowerCase()}${title.slice(1)}: ${items.map(({ name }) => name).join(", ")}`];
    case "nothing":
      return [];
  }
}

function limited(items: readonly (readonly string[])[], most = Number.POSITIVE_INFINITY): readonly string[] {
  const lines = items.slice(0, most).flat();
  return items.length > most ? [...lines, `and ${items.length - most} more like these`] : lines;
}

const isFound = (group: Group): group is ItemGroup => group.kind === "items" && group.terminal === "found";
const isOpen = ({ tone }: Item): boolean => tone === "bad" || tone === "unsure";
const partsOf = (item: Item): readonly Item[] => item.found ?? [item];

const sentenceOf = ({ why, label, name, place }: Item): string =>
  why ?? `${label}: ${place === undefined ? "" : `${place}: `}${name}`;

/** The first item with each label comes first, because items with one label usually have one mistake behind them. */
function foundLines(groups: readonly ItemGroup[]): readonly string[] {
  const items = groups.flatMap((group) => group.items).filter(isOpen);
  const firsts = [...Map.groupBy(items, ({ label }) => label).values()].map(([first]) => first!);
  const sorted = [...firsts, ...items.filter((item) => !firsts.includes(item))];
  const most = Math.max(...groups.map((group) => group.most ?? SHOWN.found));
  const others = sorted.slice(most);
  const rest = others.map(({ label, name }) => `${label} ${name}`);
  const replay = others[0]?.replay;
  return [
    ...sorted.slice(0, most).flatMap(itemLines),
    ...(rest.length > 0
      ? [
          `${toneSigns.bad} and ${rest.length} more: ${rest.slice(0, SHOWN.rest).join("; ")}${rest.length > SHOWN.rest ? "; …" : ""}`,
          ...(replay === undefined ? [] : [`    ${REPLAY}  ${replay}`, ...(rest.length > 1 ? [OTHERS] : [])]),
        ]
      : []),
  ];
}

const OTHERS = "    their cures and the other replays are in the report (--report html=judge.html)";

const itemLines = (item: Item): readonly string[] => [headOf(item), ...detailLines(item)];

/** Some results alone, in full, for a command that lists them in its own order. */
export const fullLines = (items: readonly Item[]): readonly string[] => items.flatMap(itemLines).map(lineText);

const headOf = (item: Item): string => {
  const { tone, label, name, why } = item;
  return `${toneSigns[tone]} ${label}  ${name}${othersText(item)}${why === undefined ? "" : `: ${why}`}`;
};

function detailLines({
  sides = [],
  details = [],
  steps = [],
  isSequence,
  cure,
  more,
  replay,
}: Partial<Item>): readonly string[] {
  const told = sides.map(([order, books, shop]) => [`${order}: books ${books} | shop ${shop}`]);
  const named: readonly (readonly [string, string])[] = [
    ...details,
    ...(cure === undefined ? [] : [["cure", cure] as const]),
    ...(more === undefined ? [] : [["more", more.text] as const]),
    ...(replay === undefined ? [] : [[REPLAY, replay] as const]),
  ];
  const width = Math.max(0, ...named.map(([name]) => name.length)) + 2;
  return [
    ...(told.length > 0 ? [`    ${limited(told, SHOWN.sides).join("; ")}`] : []),
    ...(isSequence ? steps.map((line, i) => `    ${i + 1}. ${line}`) : []),
    ...named.flatMap(([name, text]) => {
      const head = `    ${name.padEnd(width)}`;
      return name === "cure"
        ? wrapped(head, text)
        : text.split("\n").map((line, i) => `${i === 0 ? head : " ".repeat(head.length)}${line}`);
    }),
  ];
}

/** A text over as many lines as it needs. */
function wrapped(head: string, text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && head.length + last.length + word.length < WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, i) => `${i === 0 ? head : " ".repeat(head.length)}${line}`);
}

function eachLines(items: readonly Item[]): readonly string[] {
  const width = Math.max(...items.map(({ label }) => label.length));
  return items.flatMap((item) => [
    `  ${toneSigns[item.tone]} ${item.name} ${item.label.padEnd(width)}  ${item.about ?? ""}`,
    ...(isOpen(item) && item.why !== undefined ? [`      ${item.why}`] : []),
    ...(item.cure === undefined ? [] : wrapped("      cure  ", item.cure)),
    ...(item.seen === undefined ? [] : [`      seen in ${item.seen.map(({ name }) => name).join(", ")}`]),
  ]);
}

function briefLines(items: readonly Item[]): readonly string[] {
  const rest = items.slice(SHOWN.brief).map(({ name }) => name);
  return [
    ...items
      .slice(0, SHOWN.brief)
      .flatMap((item) => [
        `${toneSigns[item.tone]} ${item.label}  ${item.name}, in ${plural(item.runs ?? 0, "run")}: ${item.cure}`,
        ...placeLines(item),
      ]),
    ...(rest.length > 0 ? [`  and ${rest.join(", ")}`] : []),
  ];
}

/** Where an item was seen first, where more is told, and how to see it again. */
const placeLines = ({ seen, details = [], more, replay }: Item): readonly string[] =>
  detailLines({ details: [...placeDetails(seen), ...details], more, replay });

export const placeDetails = ([first]: Item["seen"] = []): NonNullable<Item["details"]> =>
  first ? [["seen in", `${first.name}: ${first.text}`]] : [];

const short: Readonly<Record<string, string>> = {
  "before-commit": "before",
  "after-commit": "after",
  "decline-lost": "dec-lost",
};

const LEGEND = `${toneSigns.bad} wrong, ${toneSigns.unsure} undecided, ${toneSigns.good} right, ${toneSigns.none} not run; ${toneSigns.bad} 1/6: 1 of 6 mutants is wrong`;

/** A row per call and a column per kind of change. Each cell has the worst result, and how many have it. */
function mapLines(fields: readonly MapField[]): readonly string[] {
  const families = [...new Set(fields.map(({ family }) => family))];
  const rows = [...Map.groupBy(fields, ({ column }) => column)];
  const worstFirst = rows.toSorted(([, a], [, b]) => worst(b) - worst(a));
  const width = Math.max(...rows.map(([call]) => call.length)) + 2;
  const line = (first: string, cells: readonly string[]) =>
    `  ${first.padEnd(width)}${cells.map((cell) => cell.padEnd(9)).join("")}`.trimEnd();
  const hidden = rows.length - SHOWN.columns;
  return [
    line(
      "",
      families.map((family) => short[family] ?? family),
    ),
    ...worstFirst.slice(0, SHOWN.columns).map(([call, of]) =>
      line(
        call,
        families.map((family) => cellText(of.filter((one) => one.family === family))),
      ),
    ),
    `  ${hidden > 0 ? `and ${plural(hidden, "call")} with nothing worse; ` : ""}${LEGEND}`,
  ];
}

const ranks: Readonly<Record<Tone, number>> = { none: 0, good: 1, unsure: 2, bad: 3 };
const rankOf = ({ item }: MapField): number => ranks[item.tone];
const worst = (fields: readonly MapField[]): number => Math.max(...fields.map(rankOf));

function cellText(fields: readonly MapField[]): string {
  if (fields.length === 0) return "";
  const rank = worst(fields);
  const worstOnes = fields.filter((field) => rankOf(field) === rank);
  const sign = toneSigns[worstOnes[0]!.item.tone];
  return worstOnes.length === fields.length
    ? `${sign} ${fields.length}`
    : `${sign} ${worstOnes.length}/${fields.length}`;
}

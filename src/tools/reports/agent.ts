import { printable } from "../../package/printable.js";
import { factLines, type Item, itemsOf, type Report } from "./report.js";

/** Few, because each line costs the agent tokens. */
const SHOWN = { steps: 14, failures: 10, output: 5 } as const;

/** The results for an agent: a block for each failure, small enough for a prompt. */
export function agentText(report: Report): string {
  const { verdict, totals, groups } = report;
  const items = [...new Set(groups.flatMap(itemsOf))];
  const failed = items.filter(({ tone }) => tone === "bad");
  const rest = failed.length - SHOWN.failures;
  const unsure = Map.groupBy(
    items.filter(({ tone }) => tone === "unsure"),
    ({ label }) => label,
  );
  return [
    [verdict, ...totals.map((line) => `${line}.`), ...factLines(report)].join(" "),
    ...failed.slice(0, SHOWN.failures).map(block),
    ...(rest > 0 ? [`${rest} more failed: ask for one part at a time.`] : []),
    ...[...unsure].map(([label, of]) => [label, ...of.map(({ name, why }) => `- ${name}: ${why}`)].join("\n")),
  ].join("\n\n");
}

function block({
  label,
  name,
  about,
  why,
  details = [],
  steps = [],
  sides = [],
  output = [],
  cure,
  replay,
}: Item): string {
  const left = steps.length - SHOWN.steps;
  return [
    `${name} ${label}: ${about}`,
    ...details.map(([what, text]) => `${what}: ${text}`),
    ...(steps.length > 0 ? ["What happened:"] : []),
    ...steps.slice(0, SHOWN.steps).map((step, i) => `${i + 1}. ${step}`),
    ...(left > 0 ? [`… ${left} more`] : []),
    ...(sides.length > 0 ? ["Both sides:"] : []),
    ...sides.map(([order, books, shop]) => `- ${order}: the books say ${books}; the shop says ${shop}`),
    `Wrong: the shop. ${why}`,
    ...logLines(output),
    ...(cure === undefined ? [] : [`Cure: ${cure}`]),
    ...(replay === undefined ? [] : [`Play it again: ${replay}`]),
  ].join("\n");
}

/** The last lines of the shop's output in that run, and the first line of the shop's code that its output names. */
function logLines(output: readonly string[]): readonly string[] {
  const lines = output.map((line) => printable(line)).filter((line) => line.trim() !== "");
  const place = lines.map(placeIn).find((one) => one !== undefined);
  return [
    ...(lines.length === 0
      ? []
      : ["The shop's log ends with:", ...lines.slice(-SHOWN.output).map((line) => `  ${line}`)]),
    ...(place === undefined ? [] : [`The log names: ${place}`]),
  ];
}

/** A file with a line number, as in stack traces of Node.js, Python and PHP. Skips files of libraries. */
const places = [
  /((?:file:\/\/)?[\w./-]+\.[cm]?[jt]sx?):(\d+)/,
  /File "([^"]+)", line (\d+)/,
  /in (\S+\.php)(?: on line |:)(\d+)/,
];

function placeIn(line: string): string | undefined {
  const found = places.map((one) => one.exec(line)).find((one) => one !== null);
  return found && !/node_modules|node:|site-packages|\/vendor\//.test(found[1]!)
    ? `${found[1]}:${found[2]}`
    : undefined;
}

import type { Group, Item, Report } from "./report.js";

interface Suite {
  readonly name: string;
  readonly items: readonly Item[];
}

/**
 * A JUnit file: a suite for each group, a case for each item. A case fails if and only if it is a reason for the exit
 * code, so that a build server shows the same as the exit code.
 */
export function junitOf(report: Report): string {
  const { title, command, durationMs, exitCode, properties, startedAt } = report;
  const told = suitesOf(report.groups);
  const isTold = exitCode === 0 || told.some(({ items }) => items.some((item) => failuresOf(item).length > 0));
  const suites = isTold ? told : [...told, { name: title, items: [exitCodeItem(exitCode)] }];
  const all = suites.flatMap(({ items }) => items);
  const common = `<properties>${Object.entries(properties)
    .map(([name, value]) => `<property${attributes({ name, value })}/>`)
    .join("")}</properties>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites${attributes({ name: [title, ...(command ?? [])].join(" "), ...countsOf(all), time: durationMs / 1000 })}>
${suites.map((suite, i) => suiteXml(suite, startedAt, i === 0 ? common : "")).join("\n")}
</testsuites>
`;
}

const exitCodeItem = (exitCode: number): Item => ({
  tone: "bad",
  label: "exit code",
  name: "exit code",
  why: `The exit code is ${exitCode}.`,
  fails: "exit-code",
});

/** Each item is a case once, in the first suite that has it. */
function suitesOf(groups: readonly Group[]): readonly Suite[] {
  const told = new Set<Item>();
  const once = (items: readonly Item[]) => items.filter((item) => !told.has(item) && told.add(item));
  const suites = groups.flatMap((group): readonly Suite[] => {
    if (group.kind !== "items" || group.cases === "none") return [];
    if (group.cases !== "seen") return [{ name: group.title, items: once(group.items) }];
    return group.items.map(({ label, about, name, seen = [] }) => ({
      name: `${label}: ${about ?? name}`,
      items: once(seen.flatMap(({ item }) => item ?? [])),
    }));
  });
  return [...Map.groupBy(suites, ({ name }) => name)]
    .map(([name, of]) => ({ name, items: of.flatMap(({ items }) => items) }))
    .filter(({ items }) => items.length > 0);
}

const failuresOf = (item: Item): readonly Item[] =>
  [item, ...(item.found ?? [])].filter(({ fails }) => fails !== undefined);

const countsOf = (items: readonly Item[]) => ({
  tests: items.length,
  errors: 0,
  failures: items.filter((item) => failuresOf(item).length > 0).length,
  skipped: items.filter(({ isSkipped }) => isSkipped).length,
});

const secondsOf = (items: readonly Item[]): number => items.reduce((sum, { ms = 0 }) => sum + ms, 0) / 1000;

const suiteXml = ({ name, items }: Suite, timestamp: string, common: string): string =>
  `<testsuite${attributes({ ...countsOf(items), name, time: secondsOf(items), timestamp })}>${common}
${items.map((item) => caseXml(item, name)).join("\n")}
</testsuite>`;

function caseXml(item: Item, suite: string): string {
  const { name, about, area = suite, place = "", isSkipped } = item;
  const [, file, line] = /^(.*):(\d+)$/.exec(place) ?? [undefined, place === "" ? undefined : place];
  const failures = failuresOf(item);
  const quiet = [item, ...(item.found ?? [])].filter((one) => !failures.includes(one) && one.tone !== "good");
  const told = isSkipped ? [] : quiet.map((one) => `${one.label}: ${failureText(one)}`);
  const inside = [
    isSkipped ? `<skipped${attributes({ message: messageOf(item) })}/>` : "",
    ...failures.map(
      (one) =>
        `<failure${attributes({ type: one.fails, message: messageOf(one) })}>${escaped(failureText(one))}</failure>`,
    ),
    ...(told.length > 0 ? [`<system-out>${escaped(told.join("\n\n"))}</system-out>`] : []),
  ].join("");
  return `<testcase${attributes({ name: [name, about].filter(Boolean).join(" "), classname: area, time: (item.ms ?? 0) / 1000, file, line })}>${inside}</testcase>`;
}

const MESSAGE_CHARS = 500;

/** One line, which is all that some viewers show. */
function messageOf({ place, why, details = [], name, fails }: Item): string {
  const facts = details
    .slice(0, 2)
    .map(([label, text]) => `${label} ${text}`)
    .join(", ");
  const said =
    why ?? [...(fails === "warning" || facts === "" ? [name] : []), ...(facts === "" ? [] : [facts])].join("; ");
  const line = `${place === undefined ? "" : `${place}: `}${said}`.replace(/\s+/g, " ");
  return line.length > MESSAGE_CHARS ? `${line.slice(0, MESSAGE_CHARS)}…` : line;
}

/** Everything about an item, because other viewers show only this. */
const failureText = (item: Item): string =>
  [
    [item.place, item.why ?? item.name].filter((one) => one !== undefined).join(": "),
    ...(item.sides ?? []).map(([order, books, shop]) => `${order}: books ${books}; the shop believes ${shop}`),
    ...(item.sum === undefined ? [] : [`harm: ${item.sum}`]),
    ...(item.details ?? []).map(([name, text]) => `${name}: ${text}`),
    ...(item.stepsTitle === undefined ? [] : [item.stepsTitle]),
    ...(item.steps ?? []).map((step, i) => `${i + 1}. ${step}`),
    ...(item.cure === undefined ? [] : [`cure: ${item.cure}`]),
    ...(item.more === undefined ? [] : [`more: ${item.more.text}`]),
    ...(item.seen ?? []).map(({ name, text }) => (text === undefined ? name : `${name}: ${text}`)),
    ...(item.replay === undefined ? [] : [`replay: ${item.replay}`]),
  ].join("\n");

const attributes = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escaped(String(value)).replace(/\s/g, " ")}"`))
    .join("");

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML 1.0 can't hold most control characters and lone surrogates, so they are replaced. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (one) => (/[\t\n\r]|[\x7f-\x9f]/.test(one) ? one : "\ufffd"))
    .replace(/[&<>"]/g, (letter) => entities[letter]!);

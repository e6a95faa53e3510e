import { packageText } from "../files.js";
import { languagesOf, NO_WORD } from "./languages.js";
import { sitePage } from "./page-files.js";
import type { Chapter } from "./search-index.js";

/** A line of Markdown that is a heading, as its text alone. */
const plainHeading = (line: string): string =>
  line
    .replace(/^#+ /, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "");

const pageOf = (address: string): string => sitePage(/^([\w-]+)\.html/.exec(address)?.[1] ?? "");

/** The chapter as its page has it, up to the next heading. */
export const chapterText = (chapter: Pick<Chapter, "address" | "title">): string =>
  chapterLines(chapter).join("\n").trim();

/**
 * Its lines. Of the parts that the site folds, such as languages, only those that the query names, or else `otherwise`; all if
 * neither names any.
 */
export function chapterLines(
  { address, title }: Pick<Chapter, "address" | "title">,
  query = "",
  otherwise = "",
): readonly string[] {
  const lines = packageText(pageOf(address)).split("\n");
  const isHeading = headingsIn(lines);
  const from = lines.findIndex((line, i) => isHeading[i] && plainHeading(line) === plainHeading(`# ${title}`));
  const to = isHeading.findIndex((is, i) => is && i > from);
  return asked(lines.slice(from + 1, to < 0 ? undefined : to), [query, otherwise]).flatMap(unfolded);
}

/** The titles of an endpoint's parts, such as "Parameters of direct/query". Its own chapter only leads to them. */
export function endpointParts({ address, title }: Pick<Chapter, "address" | "title">): readonly string[] {
  const lines = packageText(pageOf(address)).split("\n");
  const isHeading = headingsIn(lines);
  return lines.filter((line, i) => isHeading[i] && line.endsWith(` of ${title}`)).map(plainHeading);
}

function asked(lines: readonly string[], [query, ...others]: readonly string[]): readonly string[] {
  if (query === undefined) return lines;
  const words = query
    .toLowerCase()
    .split(NO_WORD)
    .flatMap((word) => [word, ...(languagesOf.get(word) ?? [])]);
  const isNamed = (summary: string): boolean =>
    summary
      .toLowerCase()
      .split(NO_WORD)
      .some((word) => word !== "" && words.includes(word));
  const summaries = lines.map(summaryOf).filter((summary) => summary !== undefined);
  const named = new Set(summaries.filter(isNamed));
  if (named.size === 0) return asked(lines, others);
  const unnamed = summaries.filter((summary) => !named.has(summary));
  const first = lines.findIndex((line) => summaryOf(line) !== undefined);
  const hint = unnamed.length > 0 ? [`Name one to see it instead: ${unnamed.join(", ")}.`, ""] : [];
  let isLeftOut = false;
  return [...lines.slice(0, first), ...hint, ...lines.slice(first)].filter((line) => {
    const summary = summaryOf(line);
    if (summary !== undefined) isLeftOut = !named.has(summary);
    const isShown = !isLeftOut;
    if (line === "</details>") isLeftOut = false;
    return isShown;
  });
}

const summaryOf = (line: string): string | undefined => /<summary>(.*)<\/summary>/.exec(line)?.[1];

/** A part that the site folds is open here. */
const unfolded = (line: string): readonly string[] => {
  const summary = summaryOf(line);
  return summary !== undefined ? [`${summary}:`] : line === "</details>" ? [] : [line];
};

/** Which lines are headings. A comment in a block of code looks like one. */
function headingsIn(lines: readonly string[]): readonly boolean[] {
  let isCode = false;
  return lines.map((line) => {
    if (/^ *```/.test(line)) isCode = !isCode;
    return !isCode && /^#{1,6} /.test(line);
  });
}

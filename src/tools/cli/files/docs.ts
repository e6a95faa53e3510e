import type { Command } from "@commander-js/extra-typings";
import { type FoundChapter, findChapters, plainHeading, readSearchIndex } from "../../../package/docs-search/find.js";
import { CommandFailed } from "../../../package/errors.js";
import { packagePath, packageText } from "../../../package/files.js";

const MORE = `
Prints the chapter that answers best, and names others. Without words it lists all pages. A running sandbox serves the same with
a search at /_sandbox/docs/.

Examples:
  payment-sandbox docs verify webhook
  payment-sandbox docs "order expires"
  payment-sandbox docs exit code 4

Exit codes: 0 found, 1 nothing found, 2 usage`;

export function addDocs(program: Command): void {
  program
    .command("docs")
    .description("search the documentation, and print the part that answers")
    .argument("[words...]", "what you look for")
    .addHelpText("after", MORE)
    .action((words) => {
      process.stdout.write(words.length === 0 ? packageText("dist/docs/llms.txt") : answerTo(words.join(" ")));
    });
}

const OTHERS = 4;

function answerTo(query: string): string {
  const [best, ...others] = findChapters(readSearchIndex(packageText("dist/docs/search.json")), query, 1 + OTHERS);
  if (best === undefined) throw new CommandFailed(`the documentation has none of these words: ${query}`);
  const rest = others.map(({ address, ...chapter }) => `  ${nameOf(chapter)}  (${address.replace(".html", ".md")})\n`);
  return `${partOf(best)}\n${rest.length > 0 ? `Also:\n${rest.join("")}` : ""}`;
}

const nameOf = ({ page, title }: Pick<FoundChapter, "page" | "title">): string =>
  page === title ? page : `${page} › ${title}`;

/** More than a screen would push the beginning out of it. */
const LINES_MAX = 40;

/** The chapter as its page has it, up to the next heading. */
function partOf(found: FoundChapter): string {
  const [, page = ""] = /^([\w-]+)\.html/.exec(found.address) ?? [];
  const file = `dist/docs/${page}.md`;
  const lines = packageText(file).split("\n");
  const isHeading = headingsIn(lines);
  const from = lines.findIndex((line, i) => isHeading[i] && plainHeading(line) === plainHeading(`# ${found.title}`));
  const to = isHeading.findIndex((is, i) => is && i > from);
  const part = lines.slice(from + 1, to < 0 ? undefined : to).flatMap(unfolded);
  const shown = part.slice(0, LINES_MAX).join("\n").trim();
  const more = part.length > LINES_MAX ? `\n… ${part.length - LINES_MAX} more lines in ${packagePath(file)}` : "";
  return `${nameOf(found)}  (${found.address.replace(".html", ".md")})\n\n${shown}${more}\n`;
}

/** A part that the site folds is open here. */
const unfolded = (line: string): readonly string[] => {
  const summary = /<summary>(.*)<\/summary>/.exec(line)?.[1];
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

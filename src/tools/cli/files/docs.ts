import type { Command } from "@commander-js/extra-typings";
import { chapterLines, pageFile } from "../../../package/docs-search/chapter-text.js";
import { type FoundChapter, findChapters, readSearchIndex } from "../../../package/docs-search/find.js";
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
  return `${partOf(best, query)}\n${rest.length > 0 ? `Also:\n${rest.join("")}` : ""}`;
}

const nameOf = ({ page, title }: Pick<FoundChapter, "page" | "title">): string =>
  page === title ? page : `${page} › ${title}`;

/** More than a screen would push the beginning out of it. */
const LINES_MAX = 40;

function partOf(found: FoundChapter, query: string): string {
  const part = chapterLines(found, query);
  const shown = part.slice(0, LINES_MAX).join("\n").trim();
  const file = packagePath(pageFile(found.address));
  const more = part.length > LINES_MAX ? `\n… ${part.length - LINES_MAX} more lines in ${file}` : "";
  return `${nameOf(found)}  (${found.address.replace(".html", ".md")})\n\n${shown}${more}\n`;
}

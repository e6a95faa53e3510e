import { existsSync } from "node:fs";
import type { Command } from "@commander-js/extra-typings";
import { plural } from "../../../core/scenario/values/plural.js";
import { DEFAULT_URL, withUrl } from "../../../package/default-url.js";
import { chapterLines, endpointParts } from "../../../package/docs-search/chapter-text.js";
import { type FoundChapter, findChapters, unknownNote } from "../../../package/docs-search/find.js";
import { pageFile } from "../../../package/docs-search/page-files.js";
import { withRowsFirst } from "../../../package/docs-search/rows-first.js";
import { readSearchIndex } from "../../../package/docs-search/search-index.js";
import { CommandFailed, InvalidInput } from "../../../package/errors.js";
import { packageText, shownPackagePath } from "../../../package/files.js";
import { urlFromHere } from "../client/address.js";

const MORE = `
Prints the chapter that answers best, and names others. Without words it lists all pages. A running sandbox serves the same with
a search at /_sandbox/docs/. Of programs in several languages it prints those that you name, or else those of the package.json,
composer.json, pyproject.toml or pom.xml of this folder.

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
    .option("--url <url>", "the address in the commands that are shown, if several sandboxes run")
    // Such as --test of node --test: they are words, too.
    .allowUnknownOption()
    .addHelpText("after", MORE)
    .action(async (words, options) => {
      const text = words.length === 0 ? packageText("dist/docs/llms.txt") : answerTo(words.join(" "));
      process.stdout.write(await withOwnAddress(withPaths(text), options));
    });
}

/** Names the address of the user's sandbox in this folder or above, and says so if several run there. */
async function withOwnAddress(text: string, options: { url?: string }): Promise<string> {
  if (!text.includes(DEFAULT_URL)) return text;
  try {
    return withUrl(text, await urlFromHere(options));
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return `${text}\n${DEFAULT_URL} stands for your sandbox's address: several sandboxes run, so name yours with --url.\n`;
  }
}

/** Links lead to files, as a person would type them here. */
const withPaths = (text: string): string =>
  text.replace(
    /(\]\(|src=")(?:files\/([^)"#\s]+)|([\w-]+)\.md)/g,
    (_, open, file, page) => open + shownPackagePath(file ?? pageFile(page)),
  );

const OTHERS = 4;

function answerTo(query: string): string {
  const index = readSearchIndex(packageText("dist/docs/search.jsonl"));
  const [best, ...others] = findChapters(index, query, 1 + OTHERS, languagesHere());
  if (best === undefined) throw new CommandFailed(`the documentation has none of these words: ${query}`);
  const rest = others.map(
    (chapter) => `  ${chapterTitle(chapter)}  (${addressText(chapter)})\n    ${chapter.excerpt}\n`,
  );
  const note = unknownNote(index, query);
  return `${note && `${note}\n\n`}${partOf(best, query)}\n${rest.length > 0 ? `Also:\n${rest.join("")}` : ""}`;
}

const chapterTitle = ({ page, title }: Pick<FoundChapter, "page" | "title">): string =>
  page === title ? page : `${page} › ${title}`;

const addressText = ({ address }: Pick<FoundChapter, "address">): string =>
  address.replace(/^([\w-]+)\.html/, (_, name) => shownPackagePath(pageFile(name)));

/** More than a screen would push the beginning out of it. */
const LINES_MAX = 40;

const isFence = (line: string): boolean => /^ *```/.test(line);

function partOf(found: FoundChapter, query: string): string {
  const shownLines = (part: readonly string[]): string => {
    const lines = part.join("\n").trim().split("\n");
    // A block of code is shown to its end, since half of one can't be pasted.
    const isOpen = lines.slice(0, LINES_MAX).filter(isFence).length % 2 === 1;
    const end = isOpen ? lines.findIndex((line, i) => i >= LINES_MAX && isFence(line)) + 1 : LINES_MAX;
    const more = lines.length > end ? `\n… ${plural(lines.length - end, "more line")} there` : "";
    return `${lines.slice(0, end).join("\n").trimEnd()}${more}`;
  };
  const text = [
    shownLines(withRowsFirst(chapterLines(found, query, languagesHere()), query)),
    // The parts that a caller needs come along.
    ...endpointParts(found)
      .filter((title) => /^(Parameters|Example) of /.test(title))
      .flatMap((title) => [`${title}:`, shownLines(chapterLines({ ...found, title }, query))]),
  ].join("\n\n");
  return `${chapterTitle(found)}  (${addressText(found)})\n\n${withPage(text, found)}\n`;
}

/** The languages of the project in this folder. */
const languagesHere = (): string =>
  Object.entries({ "package.json": "node", "composer.json": "php", "pyproject.toml": "python", "pom.xml": "java" })
    .flatMap(([file, language]) => (existsSync(file) ? [language] : []))
    .join(" ");

/** A link within the page names its page, because the terminal shows only a part of it. */
const withPage = (text: string, { address }: FoundChapter): string =>
  text.replaceAll("](#", `](${address.replace(/\.html.*$/, "")}.md#`);

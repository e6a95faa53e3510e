import { readPages } from "../../build/docs/pages.js";
import { packageText } from "../../src/package/files.js";

/** A block of code in a page. */
export interface Block {
  /** Within the repository. */
  readonly file: string;
  readonly line: number;
  /** The heading above it. */
  readonly chapter: string;
  readonly language: string;
  /** What stands behind the language: `scenario`. */
  readonly word: string;
  readonly text: string;
  /** Remarks in comments straight above it, which no reader sees: `not run: <reason>`, `run`, `with: <code>`. */
  readonly remarks: Readonly<Record<string, string>>;
}

export const files: readonly string[] = [
  "README.md",
  ...readPages().flatMap(({ pages }) => pages.map(({ file }) => file)),
];

const fence = /((?:^ *<!-- [a-z](?:(?!-->).)*-->\n)*)^( *)```([\w-]*) *([^\n]*)\n([\s\S]*?)^ *```$/gm;

const withoutCode = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```$/gm, "");

function blocksOf(file: string): readonly Block[] {
  const page = packageText(file);
  return [...page.matchAll(fence)].map(
    ({ index, 1: above = "", 2: indent = "", 3: language = "", 4: word = "", 5: text = "" }) => ({
      file,
      line: page.slice(0, index + above.length).split("\n").length,
      chapter:
        withoutCode(page.slice(0, index))
          .match(/^#+ .*$/gm)
          ?.at(-1) ?? "",
      language,
      word,
      text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      remarks: Object.fromEntries(
        [...above.matchAll(/<!-- ([a-z][a-z ]*?)(?:: ([\s\S]*?))? -->/g)].map(([, name, said = ""]) => [name, said]),
      ),
    }),
  );
}

export const blocks: readonly Block[] = files.flatMap(blocksOf);

export const placeOf = ({ file, line }: Block): string => `${file}:${line}`;

/** Of these languages, but for those that say why not. */
export const checked = (...languages: readonly string[]): readonly Block[] =>
  blocks.filter(({ language, remarks }) => languages.includes(language) && remarks["not run"] === undefined);

import { packageText } from "../files.js";
import { type Chapter, plainHeading } from "./find.js";

/** The file of a chapter's page. */
export const pageFile = (address: string): string => `dist/docs/${/^([\w-]+)\.html/.exec(address)?.[1] ?? ""}.md`;

/** The chapter as its page has it, up to the next heading. */
export const chapterText = (chapter: Pick<Chapter, "address" | "title">): string =>
  chapterLines(chapter).join("\n").trim();

export function chapterLines({ address, title }: Pick<Chapter, "address" | "title">): readonly string[] {
  const lines = packageText(pageFile(address)).split("\n");
  const isHeading = headingsIn(lines);
  const from = lines.findIndex((line, i) => isHeading[i] && plainHeading(line) === plainHeading(`# ${title}`));
  const to = isHeading.findIndex((is, i) => is && i > from);
  return lines.slice(from + 1, to < 0 ? undefined : to).flatMap(unfolded);
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

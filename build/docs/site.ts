// The site of the documentation: pages, the same as Markdown, llms.txt, the search's index. Any static host takes it;
// a running sandbox serves it at /_sandbox/docs.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stemsIn } from "../../src/package/docs-search/query.ts";
import { chaptersOf } from "./chapters.ts";
import { indexLines } from "./indexed.ts";
import { framed } from "./layout.ts";
import { linkInSite, withLinks } from "./links.ts";
import { llmsText } from "./llms.ts";
import { headingsOf, markdown } from "./markdown.ts";
import { type Page, readPages } from "./pages.ts";
import { readQuestions } from "./questions.ts";

/** Writes the whole site into a folder. Throws where a link leads nowhere. */
export async function writeSite(outdir: string): Promise<void> {
  const groups = readPages();
  const pages = groups.flatMap((group) => group.pages);
  const byFile = new Map(pages.map((page) => [page.file, page]));
  mkdirSync(outdir, { recursive: true });

  const texts = (ending: "html" | "md"): ReadonlyMap<Page, string> => {
    const targets = {
      pageOf: (file: string) => (byFile.has(file) ? `${byFile.get(file)!.name}.${ending}` : undefined),
      take: (file: string) => taken(file, outdir),
    };
    return new Map(pages.map((page) => [page, withLinks(page.text, (link) => linkInSite(link, page.file, targets))]));
  };
  const sources = texts("html");
  for (const [page, text] of texts("md")) writeFileSync(join(outdir, `${page.name}.md`), withoutRemarks(text));
  writeFileSync(join(outdir, "llms.txt"), llmsText(groups));
  copyFileSync("build/docs/site.css", join(outdir, "site.css"));

  const reader = markdown();
  const parsed = new Map(pages.map((page) => [page, reader.parse(sources.get(page)!, {})]));
  for (const [page, tokens] of parsed) {
    const content = reader.renderer.render(tokens, reader.options, {});
    writeFileSync(join(outdir, `${page.name}.html`), framed({ page, groups, headings: headingsOf(tokens), content }));
  }
  const chapters = [...parsed].flatMap(([page, tokens]) => chaptersOf(page, tokens));
  const questions = readQuestions(chapters.map(({ address }) => address));
  const asked = chapters.map((chapter) => {
    const stems = (questions.get(chapter.address) ?? []).map((question) => stemsIn(question).join(" "));
    return { ...chapter, questions: [...new Set(stems)] };
  });
  writeFileSync(join(outdir, "search.jsonl"), indexLines(asked));
}

/** Remarks are for our tools: where a part is made, how a block is tried. */
const withoutRemarks = (text: string): string => text.replace(/^ *<!-- .*? -->\n/gm, "");

/** Files that pages lead to come along, pictures too. */
function taken(file: string, outdir: string): string {
  const address = `files/${file}`;
  mkdirSync(dirname(join(outdir, address)), { recursive: true });
  copyFileSync(file, join(outdir, address));
  return address;
}

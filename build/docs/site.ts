// The site of the documentation: pages, the same as Markdown, llms.txt, the search's index. Any static host takes it;
// a running sandbox serves it at /_sandbox/docs.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Eleventy, { type Markdown } from "@11ty/eleventy";
import { framed, type Heading } from "./layout.ts";
import { linkInSite, withLinks } from "./links.ts";
import { llmsText } from "./llms.ts";
import { amend, headingsOf } from "./markdown.ts";
import { type Page, readPages } from "./pages.ts";
import { chaptersOf, searchIndex } from "./search-index.ts";

/** Writes the whole site into a folder. Throws where a link leads nowhere. */
export async function writeSite(outdir: string): Promise<void> {
  const groups = readPages();
  const pages = groups.flatMap((group) => group.pages);
  const byFile = new Map(pages.map((page) => [page.file, page]));
  const byName = new Map(pages.map((page) => [page.name, page]));
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

  let reader: Markdown | undefined;
  const headingsOfPage = (page: Page): readonly Heading[] => headingsOf(reader!.parse(sources.get(page)!, {}));
  const site = new Eleventy("build/docs", outdir, {
    quietMode: true,
    config: (config) => {
      config.addGlobalData(
        "permalink",
        () =>
          ({ page }: { page: { fileSlug: string; inputPath: string } }) =>
            `${slugOf(page.inputPath)}.html`,
      );
      for (const [page, text] of sources) config.addTemplate(`${page.name}.md`, text);
      config.amendLibrary("md", (markdown) => {
        amend(markdown);
        reader = markdown;
      });
      config.addTransform("frame", function frame(content) {
        const page = byName.get(slugOf(this.page.inputPath))!;
        return framed({ page, groups, headings: headingsOfPage(page), content });
      });
      return { markdownTemplateEngine: false };
    },
  });
  await site.write();
  const chapters = pages.flatMap((page) => chaptersOf(page, reader!.parse(sources.get(page)!, {})));
  writeFileSync(join(outdir, "search.json"), searchIndex(chapters));
}

/** Remarks are for our tools: where a part is made, how a block is tried. */
const withoutRemarks = (text: string): string => text.replace(/^ *<!-- .*? -->\n/gm, "");

const slugOf = (inputPath: string): string => inputPath.replace(/^.*\//, "").replace(/\.md$/, "");

/** Files that pages lead to come along, pictures too. */
function taken(file: string, outdir: string): string {
  const address = `files/${file}`;
  mkdirSync(dirname(join(outdir, address)), { recursive: true });
  copyFileSync(file, join(outdir, address));
  return address;
}
